import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { Cell } from '../../../../src/lib/state/base/cell.svelte';
import { HomeState } from '../../../../src/lib/state/home/home.svelte';
import { follow, rendered } from '../follow.svelte';
import { aHome, aLamp } from '../test-home';

const rooms = [
  { id: 1, name: 'Hall' },
  { id: 2, name: 'Bath' }
];
const home = aHome({ rooms, devices: [aLamp(1), aLamp(2), aLamp(3, { room_id: 2 })] });

it('HomeState is empty before the first home', () => {
  const state = new HomeState();
  expect({ home: state.home, asOf: state.asOf, device: state.device(1), sections: state.sections }).toEqual({
    home: null,
    asOf: null,
    device: undefined,
    sections: []
  });
});

describe('HomeState', () => {
  let state: HomeState;

  beforeEach(() => {
    state = new HomeState();
    state.replace(home, 'e.1', 1000);
  });

  it('re-runs the readers of a room when one of its devices changes, and not those of another', async () => {
    const hall = follow(() => state.roomDevices(1));
    const bath = follow(() => state.roomDevices(2));
    state.apply([{ device: 2, params: { Status: true } }], 'e.2', 2000);
    await rendered();
    expect([hall.runs, bath.runs]).toEqual([2, 1]);
  });

  it('ignores changes of unknown devices', () => {
    state.apply([{ device: 404, params: { Status: true } }], 'e.2', 2000);
    expect(state.home).toEqual(home);
    expect(state.revision).toBe('e.2');
  });

  it('moves a device that changes its room', () => {
    state.apply([{ device: 1, fields: { room_id: 2 } }], 'e.2', 2000);
    expect([state.roomDeviceIds(1), state.roomDeviceIds(2)]).toEqual([[2], [1, 3]]);
  });

  it('keeps unchanged parts of a new home, and does not re-run their readers', async () => {
    const one = follow(() => state.device(1));
    const two = follow(() => state.device(2));
    state.replace(aHome({ rooms, devices: [aLamp(1), aLamp(2, { params: { Status: true } })] }), 'f.1', 3000);
    await rendered();
    expect(two.value?.params['Status']).toBe(true);
    expect(one.values).toEqual([home.devices[0]]);
  });

  it('reports devices that vanish and appear', async () => {
    const steps = vi.fn();
    state.subscribe(steps);
    const three = follow(() => state.device(3));
    const four = follow(() => state.device(4));
    state.replace(aHome({ rooms, devices: [aLamp(1), aLamp(2), aLamp(4)] }), 'f.1', 3000);
    await rendered();
    expect([three.value, four.value]).toEqual([undefined, aLamp(4)]);
    const gone = { before: home.devices[2], after: undefined };
    expect(steps).toHaveBeenCalledExactlyOnceWith([{ before: undefined, after: aLamp(4) }, gone]);
  });

  it('clears everything on request', async () => {
    const one = follow(() => state.device(1));
    state.clear();
    await rendered();
    expect({ one: one.value, home: state.home, asOf: state.asOf, revision: state.revision }).toEqual({
      one: undefined,
      home: null,
      asOf: null,
      revision: undefined
    });
  });
});

const made: Layout = {
  favourites: [2],
  devices: { '1': { name: 'Tall lamp', icon: 'floor-lamp', order: 9 }, '3': { isHidden: true } },
  rooms: { '1': { name: 'Foyer', order: 7 } }
};

function arranged(layout = made) {
  const source = new Cell(layout);
  const state = new HomeState({
    get current() {
      return source.value;
    }
  });
  state.replace(home, 'e.1', 1000);
  return { state, source };
}

it("HomeState with a household’s layout shows the household's names, icons, hiding, favourites and order", () => {
  const { state } = arranged();
  expect(state.device(1)).toEqual({ ...home.devices[0], name: 'Tall lamp', icon: 'floor-lamp', order: 9 });
  expect({ favorite: state.device(2)?.favorite, hidden: state.device(3)?.hidden }).toEqual({
    favorite: true,
    hidden: true
  });
  expect(state.room(1)).toMatchObject({ name: 'Foyer' });
  expect(state.sections[0]?.rooms.map(({ name }) => name)).toEqual(['Bath', 'Foyer']);
  expect([state.roomDeviceIds(1), state.roomDeviceIds(2)]).toEqual([[2, 1], []]);
});

it('HomeState with a household’s layout re-runs only the readers of the changed device', async () => {
  const { state } = arranged();
  const one = follow(() => state.device(1));
  const two = follow(() => state.device(2));
  const ids = follow(() => state.roomDeviceIds(1));
  const sections = follow(() => state.sections);
  const room = follow(() => state.room(1));
  state.apply([{ device: 1, params: { Status: true } }], 'e.2', 2000);
  await rendered();
  expect([one, two, ids, sections, room].map(({ runs }) => runs)).toEqual([2, 1, 1, 1, 1]);
  expect(one.value).toMatchObject({ name: 'Tall lamp', params: { Status: true } });
});

it('HomeState with a household’s layout names devices that appear later, and drops removed names', () => {
  const { state, source } = arranged({ ...EMPTY_LAYOUT, devices: { '4': { name: 'New' } } });
  state.replace(aHome({ rooms, devices: [aLamp(4)] }), 'f.1', 3000);
  expect(state.device(4)?.name).toBe('New');
  source.value = EMPTY_LAYOUT;
  expect(state.device(4)).toEqual(aLamp(4));
});
