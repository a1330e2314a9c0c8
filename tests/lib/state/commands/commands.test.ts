import { beforeEach, expect, it } from 'vitest';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { follow, rendered } from '../follow.svelte';
import { aHome, aLamp } from '../test-home';
import { aCommandPage, type CommandPage } from './command-page';
import { anEntry, on } from './shown-commands';

let page: CommandPage;
beforeEach(() => {
  page = aCommandPage();
});

it('Commands sends one command, shows its effect, and shows nothing more once the proxy has confirmed it', () => {
  page.commands.send(page.lamp(), on);
  const id = page.lastId();
  const commands = [{ device: 1, method: 'setStatus', params: { status: true } }];
  expect(page.frames).toEqual([{ type: 'commands', id, commands, expiresMs: 10_000 }]);
  expect(page.commands.shown(page.lamp()).params).toEqual({ Status: true });
  expect({ phases: page.phases(), isBusy: page.commands.isBusy }).toEqual({
    phases: ['sending'],
    isBusy: true
  });
  page.take();
  page.change(true);
  expect(page.phases()).toEqual(['sending']);
  page.report([anEntry(`${id}.0`, 'confirmed')]);
  expect(page.commands.shown(page.lamp())).toEqual(page.lamp());
  expect({ phases: page.phases(), isBusy: page.commands.isBusy }).toEqual({ phases: [], isBusy: false });
  page.world.clock.pass(2_000);
  expect(page.world.clock.waiting).toBe(0);
});

it('Commands undoes a batch by its id, and cancels one', async () => {
  const { id, refusal } = page.commands.order({ undo: 'b' }, { what: 'lights-back' });
  expect(page.frames).toEqual([{ type: 'commands', id, undo: 'b', what: 'lights-back' }]);
  page.refuse('not-found');
  expect(await refusal).toMatchObject({ code: 'not-found' });
  page.commands.cancel('b');
  expect(page.frames.at(-1)).toEqual({ type: 'cancel', id: 'b' });
});

it('Commands re-runs only the readers of the commanded device', async () => {
  const one = follow(() => page.commands.of(1));
  const two = follow(() => page.commands.of(2));
  page.commands.send(page.lamp(), on);
  await rendered();
  expect([one.runs, two.runs]).toEqual([2, 1]);
  page.world.clock.pass(190);
  await rendered();
  expect({ isVisible: one.value?.[0]?.isVisible, runs: two.runs }).toEqual({ isVisible: true, runs: 1 });
});

it('Commands shows a refusal of the controller with its message, and sends the same command on retry', async () => {
  const failure = { code: 'controller-refused', message: 'Jammed' } as const;
  const id = page.sendUntil('failed', { failure });
  const [view] = page.commands.of(1);
  expect(view).toMatchObject({ phase: 'failed', isVisible: true, call: on, failure });
  expect(page.commands.shown(page.lamp()).params).toEqual({ Status: false });
  view?.retry();
  expect(page.phases()).toEqual(['sending']);
  expect(page.lastId()).not.toBe(id);
});

it('Commands dismisses a failure', async () => {
  page.commands.send(page.lamp(), on);
  page.refuse('too-many-commands');
  page.commands.of(1)[0]?.dismiss();
  expect(page.phases()).toEqual([]);
});

it('Commands shows a command of another screen with its name on the reported value', () => {
  const by = { id: 's2', name: 'Kitchen tablet' };
  page.report([anEntry('x.0', 'accepted', { by, progress: 'moving' })]);
  expect(page.commands.of(1)).toMatchObject([{ phase: 'moving', by: 'Kitchen tablet', isVisible: false }]);
  expect({ shown: page.commands.shown(page.lamp()), isBusy: page.commands.isBusy }).toEqual({
    shown: page.lamp(),
    isBusy: false
  });
  page.world.clock.pass(190);
  expect(page.commands.of(1)).toMatchObject([{ isVisible: true }]);
  page.report([anEntry('x.0', 'unconfirmed', { by })]);
  expect(page.phases()).toEqual([]);
});

it('Commands shows what was under way before its code was loaded, also for a device that comes later', () => {
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

it('a command that the device does not offer is not sent', () => {
  page.commands.send(page.lamp(), setLevel.call({ level: 40 }));
  expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'unknown-method' } }]);
  expect(page.world.proxy.asked).toEqual([]);
});

it('the commands of a device that vanishes are dropped, and begin again when it is back', () => {
  page.commands.send(page.lamp(), on);
  const gone = page.lamp();
  page.home.replace(aHome({ devices: [aLamp(2)] }), 'e.2', 1);
  expect({ phases: page.phases(), isBusy: page.commands.isBusy }).toEqual({ phases: [], isBusy: false });
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
  expect({ phases: page.phases(), isBusy: page.commands.isBusy }).toEqual({ phases: [], isBusy: false });
  page.report([anEntry('x.0', 'sending')]);
  expect(page.phases()).toEqual([]);
  expect(page.world.clock.waiting).toBe(0);
});
