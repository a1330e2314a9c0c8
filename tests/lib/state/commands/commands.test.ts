import { beforeEach, describe, expect, it } from 'vitest';
import { stop } from '#shared/interfaces/shutter';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { aShutter } from '../../../features/bulk-actions/test-devices';
import { locksOf } from '../../kinds/locks';
import { follow, rendered } from '../follow.svelte';
import { aHome, aLamp } from '../test-home';
import { ann } from '../test-screen';
import { aCommandPage, type CommandPage } from './command-page';
import { anEntry, off, on } from './shown-commands';

let page: CommandPage;
beforeEach(() => {
  page = aCommandPage();
});

describe('Commands', () => {
  it('sends one command, shows its effect, and shows nothing more once the proxy has confirmed it', () => {
    page.commands.send(page.lamp(), on);
    const id = page.lastId();
    expect(page.frames).toEqual([
      {
        type: 'commands',
        id,
        commands: [{ device: 1, method: 'setStatus', params: { status: true } }],
        expiresMs: 10_000
      }
    ]);
    expect([page.commands.shown(page.lamp()).params, page.phases(), page.commands.isBusy]).toEqual([
      { Status: true },
      ['sending'],
      true
    ]);
    page.take();
    page.change(true);
    expect(page.phases()).toEqual(['sending']);
    page.report([anEntry(`${id}.0`, 'confirmed')]);
    expect([page.commands.shown(page.lamp()), page.phases(), page.commands.isBusy]).toEqual([
      page.lamp(),
      [],
      false
    ]);
    expect(page.world.clock.waiting).toBe(0);
  });

  it('sends a batch in one frame, and shows the effect of each of its commands at once', () => {
    const calls = [1, 2].map((id) => ({ device: page.lamp(id), call: on }));
    const { id } = page.commands.sendBatch(calls, { what: 'lights-on', scope: 'home' });
    const commands = [1, 2].map((device) => ({ device, ...on }));
    expect(page.frames).toEqual([{ type: 'commands', id, commands, what: 'lights-on', scope: 'home' }]);
    expect([1, 2].map((each) => page.commands.shown(page.lamp(each)).params['Status'])).toEqual([true, true]);
    expect([1, 2].map((each) => page.commands.of(each)[0]?.id)).toEqual([`${id}.0`, `${id}.1`]);
  });

  it('shows why a batch was refused on each of its devices, and sends nothing', async () => {
    const calls = [1, 2].map((id) => ({ device: page.lamp(id), call: on }));
    const { refusal } = page.commands.sendBatch(calls, { what: 'lights-on' });
    page.refuse('controller-unreachable');
    expect(await refusal).toMatchObject({ code: 'controller-unreachable' });
    expect([page.phases(1), page.phases(2), page.commands.shown(page.lamp())]).toEqual([
      ['failed'],
      ['failed'],
      page.lamp()
    ]);
  });

  it('undoes a batch by its id, and cancels one', async () => {
    const { id, refusal } = page.commands.order({ undo: 'b' }, { what: 'lights-back' });
    expect(page.frames).toEqual([{ type: 'commands', id, undo: 'b', what: 'lights-back' }]);
    page.refuse('not-found');
    expect(await refusal).toMatchObject({ code: 'not-found' });
    page.commands.cancel('b');
    expect(page.frames.at(-1)).toEqual({ type: 'cancel', id: 'b' });
  });

  it('refuses a command for a lock before anything is sent, whatever interfaces the lock has', () => {
    const locks = locksOf({ Status: true, Level: 40, pulseable: true });
    page.home.replace(aHome({ devices: [...locks] }), 'e.2', 2);
    for (const lock of locks) {
      page.commands.send(lock, off);
      expect([page.phases(lock.id), page.commands.shown(lock)]).toEqual([['failed'], lock]);
      page.commands.of(lock.id)[0]?.retry();
    }
    expect(page.frames).toEqual([]);
  });

  it('re-runs only the readers of the commanded device', async () => {
    const one = follow(() => page.commands.of(1));
    const two = follow(() => page.commands.of(2));
    page.commands.send(page.lamp(), on);
    await rendered();
    expect([one.runs, two.runs]).toEqual([2, 1]);
    page.world.clock.pass(190);
    await rendered();
    expect([one.value?.[0]?.isVisible, two.runs]).toEqual([true, 1]);
  });

  it('shows a refusal of the controller with its message, and sends the same command on retry', async () => {
    const failure = { code: 'controller-refused', message: 'Jammed' } as const;
    const id = page.sendUntil('failed', { failure });
    const [view] = page.commands.of(1);
    expect(view).toMatchObject({ phase: 'failed', isVisible: true, call: on, failure });
    expect(page.commands.shown(page.lamp()).params).toEqual({ Status: false });
    view?.retry();
    expect(page.phases()).toEqual(['sending']);
    expect(page.lastId()).not.toBe(id);
  });

  it('dismisses a failure', async () => {
    page.commands.send(page.lamp(), on);
    page.refuse('too-many-commands');
    page.commands.of(1)[0]?.dismiss();
    expect(page.phases()).toEqual([]);
  });

  it('shows a command of another screen with its name on the reported value', () => {
    const by = { id: 's2', name: 'Kitchen tablet' };
    page.report([anEntry('x.0', 'accepted', { by, progress: 'moving' })]);
    expect(page.commands.of(1)).toMatchObject([{ phase: 'moving', by: 'Kitchen tablet', isVisible: false }]);
    expect([page.commands.shown(page.lamp()), page.commands.isBusy]).toEqual([page.lamp(), false]);
    page.world.clock.pass(190);
    expect(page.commands.of(1)).toMatchObject([{ isVisible: true }]);
    page.report([anEntry('x.0', 'unconfirmed', { by })]);
    expect(page.phases()).toEqual([]);
  });

  it('names no screen for its own command after a reload, and none if it may not know', () => {
    page.report([anEntry('x.0', 'sending', { by: ann.screen }), anEntry('y.0', 'sending', { device: 2 })]);
    expect([page.commands.of(1)[0]?.by, page.commands.of(2)[0]?.by]).toEqual([undefined, undefined]);
  });

  it('shows what was under way before its code was loaded, also for a device that comes later', () => {
    page.stop();
    page.report(
      [anEntry('x.0', 'sending'), anEntry('y.0', 'sending', { device: 3 }), anEntry('z.0', 'failed')],
      {}
    );
    page.commands.start();
    expect(page.phases()).toEqual(['sending']);
    page.home.replace(aHome({ devices: [aLamp(1), aLamp(2), aLamp(3)] }), 'e.2', 1);
    expect(page.phases(3)).toEqual(['sending']);
  });
});

it('several commands for one device are sent at once, in their order, and the last one is shown', () => {
  for (const call of [on, off, on]) page.commands.send(page.lamp(), call);
  page.commands.sendBatch(
    [1, 2].map((id) => ({ device: page.lamp(id), call: off })),
    { what: 'lights-off' }
  );
  page.commands.send(page.lamp(2), on);
  const sent = page.frames.map((frame) =>
    'commands' in frame ? frame.commands.map(({ params }) => params) : []
  );
  expect(sent.map((all) => all.map((params) => params?.['status']))).toEqual([
    [true],
    [false],
    [true],
    [false, false],
    [true]
  ]);
  expect([page.phases(), page.commands.shown(page.lamp()).params]).toEqual([['sending'], { Status: false }]);
});

it('a stop is sent as often as it is pressed', () => {
  page.home.replace(aHome({ devices: [aShutter(1, 60)] }), 'e.2', 2);
  for (let press = 0; press < 2; press++) page.commands.send(page.lamp(), stop.call({}));
  expect(page.frames).toHaveLength(2);
});

it('a command that the device does not offer is not sent', () => {
  page.commands.send(page.lamp(), setLevel.call({ level: 40 }));
  expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'unknown-method' } }]);
  expect(page.world.proxy.asked).toEqual([]);
});

it('the commands of a device that vanishes are dropped, and begin again when it is back', () => {
  page.commands.send(page.lamp(), on);
  const gone = page.lamp();
  page.home.replace(aHome({ devices: [aLamp(2)] }), 'e.2', 1);
  expect([page.phases(), page.commands.isBusy]).toEqual([[], false]);
  page.refuse('not-found');
  expect(page.phases(gone.id)).toEqual([]);
  page.home.replace(aHome({ devices: [aLamp(1), aLamp(2)] }), 'e.3', 1);
  page.commands.send(page.lamp(), on);
  expect(page.phases()).toEqual(['sending']);
});

it('commands leave nothing behind when stopped', async () => {
  page.commands.send(page.lamp(), on);
  const { refusal } = page.commands.order({ undo: 'b' }, { what: 'lights-back' });
  page.stop();
  expect(await refusal).toBeNull();
  expect([page.phases(), page.commands.isBusy]).toEqual([[], false]);
  page.report([anEntry('x.0', 'sending')]);
  expect(page.phases()).toEqual([]);
  expect(page.world.clock.waiting).toBe(0);
});
