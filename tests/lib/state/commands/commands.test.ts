import { beforeEach, describe, expect, it } from 'vitest';
import { stop } from '#shared/interfaces/shutter';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { aShutter } from '../../../features/bulk-actions/test-devices';
import { locksOf } from '../../kinds/locks';
import { follow, rendered } from '../follow.svelte';
import { settled } from '../test-environment';
import { aHome, aLamp } from '../test-home';
import { aCommandPage, current, off, on, POST, type CommandPage } from './command-page';
import { anEntry } from './shown-commands';

let page: CommandPage;
beforeEach(() => {
  page = aCommandPage();
});

describe('Commands', () => {
  it('posts one command, shows its effect, and shows nothing more once the proxy has confirmed it', async () => {
    page.commands.send(page.lamp(), on);
    const id = page.postedId();
    expect(page.world.proxy.request(POST).body).toEqual({
      id,
      commands: [{ device: 1, method: 'setStatus', params: { status: true } }],
      expiresMs: 10_000
    });
    expect([page.commands.shown(page.lamp()).params, page.phases(), page.commands.isBusy]).toEqual([
      { Status: true },
      ['sending'],
      true
    ]);
    page.take();
    await settled();
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

  it('clears an unconfirmed command once its device reports the value', async () => {
    page.commands.send(page.lamp(), on);
    const id = page.postedId();
    page.take();
    await settled();
    page.report([anEntry(`${id}.0`, 'unconfirmed')]);
    expect(page.phases()).toEqual(['unconfirmed']);
    page.change(true);
    expect(page.phases()).toEqual([]);
  });

  it('posts a batch once, and shows the effect of each of its commands at once', () => {
    const calls = [1, 2].map((id) => ({ device: page.lamp(id), call: on }));
    const { id } = page.commands.sendBatch(calls, { what: 'lights-on', scope: 'home' });
    expect(page.world.proxy.asked).toHaveLength(1);
    expect(page.world.proxy.request(POST).body).toEqual({
      id,
      commands: [
        { device: 1, ...on },
        { device: 2, ...on }
      ],
      what: 'lights-on',
      scope: 'home'
    });
    expect([1, 2].map((each) => page.commands.shown(page.lamp(each)).params['Status'])).toEqual([true, true]);
    expect([1, 2].map((each) => page.commands.of(each)[0]?.id)).toEqual([`${id}.0`, `${id}.1`]);
  });

  it('shows why a batch was refused on each of its devices, and sends nothing', async () => {
    const calls = [1, 2].map((id) => ({ device: page.lamp(id), call: on }));
    const { refusal } = page.commands.sendBatch(calls, { what: 'lights-on' });
    page.world.proxy.request(POST).refuse(502, 'controller-unreachable');
    expect(await refusal).toMatchObject({ code: 'controller-unreachable' });
    expect([page.phases(1), page.phases(2), page.commands.shown(page.lamp())]).toEqual([
      ['failed'],
      ['failed'],
      page.lamp()
    ]);
  });

  it('undoes a batch by its id, and cancels one', async () => {
    const { id, refusal } = page.commands.undo('b', { what: 'lights-back' });
    expect(page.world.proxy.request(POST).body).toEqual({ id, undo: 'b', what: 'lights-back' });
    page.world.proxy.request(POST).refuse(404, 'not-found');
    expect(await refusal).toMatchObject({ code: 'not-found' });
    page.commands.cancel('b');
    expect(page.world.proxy.asked.at(-1)).toBe('DELETE /api/controllers/0123456789ab/commands/b');
  });

  it('refuses a command for a lock before anything is sent, whatever interfaces the lock has', () => {
    const locks = locksOf({ Status: true, Level: 40, pulseable: true });
    page.home.replace(aHome({ devices: [...locks] }), 'e.2', 2);
    for (const lock of locks) {
      page.commands.send(lock, off);
      expect([page.phases(lock.id), page.commands.shown(lock)]).toEqual([['failed'], lock]);
      page.commands.of(lock.id)[0]?.retry();
    }
    expect(page.world.proxy.asked).toEqual([]);
  });

  it('leaves a device unchanged if nothing is pending', () => {
    expect(page.commands.shown(page.lamp())).toBe(page.lamp());
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
    page.commands.send(page.lamp(), on);
    const failure = { code: 'controller-refused', message: 'Jammed' } as const;
    const id = page.postedId();
    page.take();
    await settled();
    page.report([anEntry(`${id}.0`, 'failed', { failure })]);
    const [view] = page.commands.of(1);
    expect(view).toMatchObject({ phase: 'failed', isVisible: true, call: on, failure });
    expect(page.commands.shown(page.lamp()).params).toEqual({ Status: false });
    view?.retry();
    expect(page.phases()).toEqual(['sending']);
    expect(page.postedId()).not.toBe(id);
  });

  it('dismisses a failure', async () => {
    page.commands.send(page.lamp(), on);
    page.world.proxy.request(POST).refuse(429, 'too-many-commands');
    await settled();
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
    page.report([
      anEntry('x.0', 'sending', { by: current.screen }),
      anEntry('y.0', 'sending', { device: 2 })
    ]);
    expect([page.commands.of(1)[0]?.by, page.commands.of(2)[0]?.by]).toEqual([undefined, undefined]);
  });

  it('shows what was under way before its code was loaded, also for a device that comes later', () => {
    page.stop();
    page.report(
      [anEntry('x.0', 'sending'), anEntry('y.0', 'sending', { device: 3 }), anEntry('z.0', 'failed')],
      true
    );
    page.commands.start();
    expect(page.phases()).toEqual(['sending']);
    page.home.replace(aHome({ devices: [aLamp(1), aLamp(2), aLamp(3)] }), 'e.2', 1);
    expect(page.phases(3)).toEqual(['sending']);
  });
});

describe('several commands for one device, before the answer to the first', () => {
  const posts = () => page.world.proxy.asked.length;

  it('are posted one after another, and one that was replaced meanwhile is never sent', async () => {
    page.commands.send(page.lamp(), on);
    page.commands.send(page.lamp(), off);
    page.commands.send(page.lamp(), on);
    page.commands.send(page.lamp(2), on);
    await settled();
    expect(posts()).toBe(2);
    page.take();
    await settled();
    expect(posts()).toBe(3);
    expect(page.world.proxy.waiting.at(-1)?.body).toMatchObject({ commands: [{ device: 1, ...on }] });
    expect(page.phases()).toEqual(['sending']);
  });

  it('wait for a batch that they are part of, and a batch waits for them', async () => {
    page.commands.send(page.lamp(), on);
    page.commands.sendBatch(
      [1, 2].map((id) => ({ device: page.lamp(id), call: off })),
      { what: 'lights-off' }
    );
    page.commands.send(page.lamp(2), on);
    await settled();
    expect(posts()).toBe(1);
    for (const count of [2, 3]) {
      page.take();
      await settled();
      expect(posts()).toBe(count);
    }
  });

  it('are not sent if the answer takes longer than 3 s, and the next one still waits for it', async () => {
    page.commands.send(page.lamp(), on);
    page.commands.send(page.lamp(), off);
    await settled();
    page.world.clock.pass(3000);
    await settled();
    expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'not-sent' } }]);
    page.commands.send(page.lamp(), off);
    await settled();
    expect(posts()).toBe(1);
    page.take();
    await settled();
    expect(posts()).toBe(2);
  });

  it('go on once the proxy reports the first, before its answer', async () => {
    page.commands.send(page.lamp(), on);
    page.commands.send(page.lamp(), off);
    page.report([anEntry(`${page.postedId()}.0`, 'sending')]);
    await settled();
    expect(posts()).toBe(2);
  });

  it('are sent late rather than never if they stop a movement', async () => {
    page.home.replace(aHome({ devices: [aShutter(1, 60)] }), 'e.2', 2);
    page.commands.send(page.lamp(), stop.call({}));
    page.commands.send(page.lamp(), stop.call({}));
    await settled();
    expect(posts()).toBe(1);
    page.world.clock.pass(3000);
    await settled();
    expect(posts()).toBe(2);
  });

  it('are not sent once the link is lost or the commands have ended', async () => {
    page.commands.send(page.lamp(), on);
    page.commands.send(page.lamp(), off);
    page.commands.send(page.lamp(2), on);
    page.commands.send(page.lamp(2), off);
    page.link.isLive = false;
    page.take();
    await settled();
    expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'offline' } }]);
    page.link.isLive = true;
    page.stop();
    page.take();
    await settled();
    expect([posts(), page.world.clock.waiting]).toEqual([2, 0]);
  });
});

it('a command that the device does not offer is not sent', () => {
  page.commands.send(page.lamp(), setLevel.call({ level: 40 }));
  expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'bad-request' } }]);
  expect(page.world.proxy.asked).toEqual([]);
});

it('the commands of a device that vanishes are dropped, and begin again when it is back', async () => {
  page.commands.send(page.lamp(), on);
  const request = page.world.proxy.request(POST);
  const gone = page.lamp();
  page.home.replace(aHome({ devices: [aLamp(2)] }), 'e.2', 1);
  expect([page.phases(), page.commands.isBusy]).toEqual([[], false]);
  request.refuse(404, 'not-found');
  await settled();
  expect(page.phases(gone.id)).toEqual([]);
  page.home.replace(aHome({ devices: [aLamp(1), aLamp(2)] }), 'e.3', 1);
  page.commands.send(page.lamp(), on);
  expect(page.phases()).toEqual(['sending']);
});

it('commands leave nothing behind when stopped', () => {
  page.commands.send(page.lamp(), on);
  page.stop();
  expect([page.phases(), page.commands.isBusy]).toEqual([[], false]);
  page.report([anEntry('x.0', 'sending')]);
  expect(page.phases()).toEqual([]);
  expect(page.world.clock.waiting).toBe(1);
  page.world.proxy.request(POST).cut();
});
