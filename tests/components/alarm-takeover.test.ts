import '../../src/app.css';
import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { FULL_RIGHTS, type Rights } from '#shared/rights';
import Confirm from '$lib/components/Confirm.svelte';
import type { ShownAlarm } from '$lib/state/home/shown-alarm';
import AlarmTakeover from '../../src/features/alarms/AlarmTakeover.svelte';
import { aSensor } from '../features/bulk-actions/test-devices';
import { aHome } from '../lib/state/test-home';
import { openedIn } from '../lib/state/test-screen';
import { anApp, renderIn } from './test-app';

const SETTLED_MS = 1100;

const smoke = aSensor(1, 'BinarySmokeSensor', true, {
  name: 'Hall smoke',
  room_id: 1,
  params: { Tripped: true }
});
const door = aSensor(2, 'BinaryDoorSensor', true, {
  name: 'Back door',
  room_id: 1,
  params: { Tripped: true, Armed: true }
});
const told: ShownAlarm = {
  id: 'a1',
  kind: 'smoke',
  device: 1,
  room: 'Kitchen',
  since: Date.now(),
  seenAt: undefined
};

/** A phone in a home with a burning kitchen, and what it tells the proxy. */
async function setUp(rights: Rights, ...alarms: readonly ShownAlarm[]) {
  const { app, clock } = await anApp(rights);
  const home = openedIn(app);
  home.state.replace(
    aHome({ rooms: [{ id: 1, name: 'Kitchen' }], devices: [smoke, door] }),
    'e.1',
    Date.now()
  );
  home.alarms.value = alarms;
  const call = vi.spyOn(home.proxy, 'call').mockImplementation(() => new Promise(() => undefined));
  const screen = await renderIn(app, AlarmTakeover, { onshow: vi.fn() });
  const tell = (...next: readonly ShownAlarm[]) => {
    home.alarms.value = next;
    flushSync();
  };
  const dialog = screen.getByRole('alertdialog', { name: /^Smoke Kitchen/ });
  const settle = () => clock.pass(SETTLED_MS);
  return { screen, dialog, tell, settle, bodies: () => call.mock.calls.map(([, given]) => given?.body) };
}

it('an alarm that is silent here covers no phone, one that only others have seen does and says who', async () => {
  const { dialog, tell } = await setUp(FULL_RIGHTS, { ...told, isSilent: true });
  expect(dialog.query()).toBeNull();
  tell({ ...told, seen: { forMs: 0, by: 'Hall tablet' }, seenAt: Date.now() });
  await expect.element(dialog).toHaveTextContent(/Seen on Hall tablet, \d/);
  tell({ ...told, isSilent: true });
  expect(dialog.query()).toBeNull();
});

it('an armed sensor covers no phone', async () => {
  const { dialog, screen } = await setUp(
    FULL_RIGHTS,
    { ...told, isSilent: true },
    { ...told, id: 'a2', kind: 'armed', device: 2 }
  );
  expect(dialog.query()).toBeNull();
  expect(screen.getByRole('alertdialog').query()).toBeNull();
});

it('a screen with the whole home can make it quiet until it is over, a limited or locked one only says that it has seen it', async () => {
  const full = await setUp(FULL_RIGHTS, told);
  full.settle();
  await full.dialog.getByRole('button', { name: 'Quiet until it is over' }).click();
  expect(full.bodies()).toEqual([{ alarms: ['a1'], isQuiet: true }]);
  expect(full.dialog.query()).toBeNull();
  await full.screen.unmount();

  const limited = await setUp({ ...FULL_RIGHTS, rooms: [1] }, told);
  expect(limited.dialog.getByRole('button', { name: 'Quiet until it is over' }).query()).toBeNull();
  limited.settle();
  await limited.dialog.getByRole('button', { name: 'I’ve seen it' }).click();
  expect(limited.bodies()).toEqual([{ alarms: ['a1'] }]);
});

it('stays above a question that opens later, and has the focus', async () => {
  const { dialog } = await setUp(FULL_RIGHTS, told);
  await expect.element(dialog).toBeVisible();
  await render(Confirm, {
    title: 'Open the gate?',
    confirm: 'Open',
    onconfirm: () => undefined,
    oncancel: () => undefined
  });
  const centre = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  expect(dialog.element().contains(centre)).toBe(true);
  expect(document.activeElement).toBe(dialog.element());
});

it('takes no click in its first second, and opens again where a browser closes it', async () => {
  const { dialog, bodies } = await setUp(FULL_RIGHTS, told);
  const element = dialog.element();
  if (!(element instanceof HTMLDialogElement)) throw new Error('no dialog');
  dialog
    .getByRole('button', { name: 'I’ve seen it' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  element.close();
  await expect.poll(() => element.matches(':modal')).toBe(true);
  expect(bodies()).toEqual([]);
});

it('vibrates until it was seen, where the page was touched', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { userActivation: { value: { hasBeenActive: true } } })
  );
  const vibrate = vi.fn();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate });
  const { tell } = await setUp(FULL_RIGHTS, told);
  expect(vibrate.mock.lastCall).toEqual([[600, 200, 600]]);
  tell({ ...told, isSilent: true });
  expect(vibrate.mock.lastCall).toEqual([0]);
  vi.unstubAllGlobals();
});
