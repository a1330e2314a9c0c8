import { describe, expect, it } from 'vitest';
import { aDevice } from '../../../../lib/kinds/test-home';
import { arrangeDevice, EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { modelOf } from '#shared/model';
import { isLocked } from '$lib/kinds/active';
import type { Device } from '#shared/home';
import { layoutsInMemory } from '../../../../support/layouts-in-memory';
import { FakeClock } from '../../../../support/fake-clock';

const DAY_MS = 86_400_000;
const OWNER = ['0123456789ab', 'ann'] as const;

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
  layouts.put(...OWNER, layout);
  const read = (...list: readonly Device[]) => layouts.observe(...OWNER, list);
  read(...devices);
  return {
    ...{ clock, layouts, read },
    layout: () => layouts.get(...OWNER),
    shown: (device: Device) => arrangeDevice(device, layouts.get(...OWNER))
  };
}

describe('what people said of a device', () => {
  it('from before is meant for the device that has the id at the first whole list', () => {
    const { layout, shown } = household([OTHER, lamp]);
    expect(layout().models).toEqual({ '1': modelOf(OTHER), '21': modelOf(lamp) });
    expect(shown(lamp)).toMatchObject({ name: 'Nursery night light', favorite: true });
  });

  it('is set aside while another device has its id, and applies again once, in its place, when the same kind is back', () => {
    const { read, layouts, layout, shown } = household([OTHER, lamp]);
    read(OTHER, gate);
    expect(layout().devices).not.toHaveProperty('21');
    expect(layout().favourites).toEqual([1]);
    expect(shown(gate)).toEqual(gate);
    read(OTHER, lamp);
    expect(layout()).toMatchObject({ favourites: [1, 21], devices: { '21': WORDS.devices['21'] } });
    layouts.put(...OWNER, EMPTY_LAYOUT);
    expect(shown(lamp)).toEqual(lamp);
  });

  it('of both devices is kept', () => {
    const { read, layouts, layout, shown } = household([OTHER, lamp]);
    read(OTHER, gate);
    layouts.put(...OWNER, { ...layout(), devices: { '21': { name: 'Our gate' } } });
    expect(shown(gate).name).toBe('Our gate');
    read(OTHER, lamp);
    expect(shown(lamp).name).toBe('Nursery night light');
    read(OTHER, gate);
    expect(shown(gate).name).toBe('Our gate');
  });

  it('goes after 90 days aside', async () => {
    const { read, clock, shown } = household([OTHER, lamp]);
    read(OTHER, gate);
    clock.jump(90 * DAY_MS);
    read(OTHER, lamp);
    expect(shown(lamp)).toEqual(lamp);
  });

  it('stays as it is with an empty list, and while its device is away', () => {
    const { read, layout } = household([OTHER, lamp, lock()]);
    const before = layout();
    read();
    expect(layout()).toBe(before);
    read(OTHER, lock());
    expect(layout()).toBe(before);
  });

  it('is not sent by pages as what the device was: the proxy alone sets that', () => {
    const { layouts, layout, shown } = household([OTHER, gate]);
    layouts.put(...OWNER, { ...EMPTY_LAYOUT, devices: { '21': { name: 'Our gate' } } });
    expect(layout().models).toEqual({ '21': modelOf(gate) });
    expect(shown(gate).name).toBe('Our gate');
  });
});

describe('the meaning of a lock', () => {
  it('applies while the lock is there', () => {
    const { read, shown } = household([OTHER, lock()]);
    read(OTHER, lock());
    expect(isLocked(shown(lock()))).toBe(true);
  });

  it('ends when its id is gone, so that nothing is asserted of a lock that comes later', () => {
    const { read, shown } = household([OTHER, lock()]);
    read(OTHER);
    read(OTHER, lock());
    expect(isLocked(shown(lock()))).toBeUndefined();
  });

  it('does not apply to another lock with its id, and does not come back', () => {
    const { read, shown } = household([OTHER, lock()]);
    read(OTHER, lock(8));
    expect(isLocked(shown(lock(8)))).toBeUndefined();
    read(OTHER, lock(7));
    expect(isLocked(shown(lock(7)))).toBeUndefined();
  });
});
