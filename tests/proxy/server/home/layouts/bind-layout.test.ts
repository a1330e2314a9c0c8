import { expect, it } from 'vitest';
import type { Device } from '#shared/home';
import { arrangeDevice, EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { modelOf } from '#shared/model';
import { isLocked } from '$lib/kinds/active';
import { aDevice } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';
import { layoutsInMemory } from '../../../../support/layouts-in-memory';

const DAY_MS = 86_400_000;
const BOX = '0123456789ab';

const aLamp = (id: number, more: Partial<Device> = {}) =>
  aDevice({ id, name: 'Lamp', type: 'DevSwitch', interfaces: ['SwitchBinary'], ...more });

const OTHER = aLamp(1);
const lamp = aLamp(21);
const gate = aLamp(21, { name: 'Garage door', role: 'Gate' });
const lock = (nodeId = 7) =>
  aLamp(36, {
    name: 'Lock',
    type: 'DevDoorLock',
    interfaces: ['DoorLock'],
    params: { Status: true, nodeId }
  });

const WORDS: Layout = {
  favourites: [1, 21],
  devices: { '21': { name: 'Nursery night light', icon: 'lamp', order: 3 }, '36': { lock: 'locked' } },
  rooms: {}
};

/** Layouts, with a home of these devices that was read whole. */
function household(devices: readonly Device[], layout = WORDS) {
  const clock = new FakeClock();
  const layouts = layoutsInMemory(clock);
  layouts.put(BOX, layout);
  const read = (...list: readonly Device[]) => layouts.observe(BOX, list);
  read(...devices);
  return {
    clock,
    layouts,
    read,
    layout: () => layouts.get(BOX),
    shown: (device: Device) => arrangeDevice(device, layouts.get(BOX))
  };
}

it('what people said of a device from before is meant for the device that has the id at the first whole list', () => {
  const { layout, shown } = household([OTHER, lamp]);
  expect(layout().models).toEqual({ '1': modelOf(OTHER), '21': modelOf(lamp) });
  expect(shown(lamp)).toMatchObject({ name: 'Nursery night light', favorite: true });
});

it('what people said of a device is set aside while another device has its id, and applies again once, in its place, when the same kind is back', () => {
  const { read, layouts, layout, shown } = household([OTHER, lamp]);
  read(OTHER, gate);
  expect(layout().devices).not.toHaveProperty('21');
  expect(layout().favourites).toEqual([1]);
  expect(shown(gate)).toEqual(gate);
  read(OTHER, lamp);
  expect(layout()).toMatchObject({ favourites: [1, 21], devices: { '21': WORDS.devices['21'] } });
  layouts.put(BOX, EMPTY_LAYOUT);
  expect(shown(lamp)).toEqual(lamp);
});

it('what people said of both devices is kept', () => {
  const { read, layouts, layout, shown } = household([OTHER, lamp]);
  read(OTHER, gate);
  layouts.put(BOX, { ...layout(), devices: { '21': { name: 'Our gate' } } });
  expect(shown(gate).name).toBe('Our gate');
  read(OTHER, lamp);
  expect(shown(lamp).name).toBe('Nursery night light');
  read(OTHER, gate);
  expect(shown(gate).name).toBe('Our gate');
});

it('what people said of a device goes after 90 days aside', async () => {
  const { read, clock, shown } = household([OTHER, lamp]);
  read(OTHER, gate);
  clock.jump(90 * DAY_MS);
  read(OTHER, lamp);
  expect(shown(lamp)).toEqual(lamp);
});

it('what people said of a device stays as it is with an empty list, and while its device is away', () => {
  const { read, layout } = household([OTHER, lamp, lock()]);
  const before = layout();
  read();
  expect(layout()).toBe(before);
  read(OTHER, lock());
  expect(layout()).toBe(before);
});

it.each<[string, (readonly Device[])[], Device, boolean | undefined]>([
  ['applies while the lock is there', [[OTHER, lock()]], lock(), true],
  ['ends when its id is gone, whatever lock comes later', [[OTHER], [OTHER, lock()]], lock(), undefined],
  ['does not apply to another lock with its id', [[OTHER, lock(8)]], lock(8), undefined],
  [
    'does not come back',
    [
      [OTHER, lock(8)],
      [OTHER, lock(7)]
    ],
    lock(7),
    undefined
  ]
])('the meaning of a lock %s', (_, lists, last, expected) => {
  const { read, shown } = household([OTHER, lock()]);
  for (const list of lists) read(...list);
  expect(isLocked(shown(last))).toBe(expected);
});
