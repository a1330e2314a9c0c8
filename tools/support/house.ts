import { mainDevicesOf } from '../../proxy/sources/served/main-devices';
import * as make from '../../proxy/sources/virtual/house/make';
import type { DevicePlan, HousePlan, RoomPlan } from '../../proxy/sources/virtual/house/plan';

/** A room with these devices, and no main ones. */
export function roomOf(id: number, name: string, devices: readonly DevicePlan[]): RoomPlan {
  const climate = { mean: 20, swing: 0 };
  return { id, name, icon: '', background_image: '', climate, main_devices: mainDevicesOf([]), devices };
}

/** A house with only these rooms, for tests with their own devices. */
export function houseOf(...rooms: readonly RoomPlan[]): HousePlan {
  return {
    sections: [{ id: 1, name: 'House', rooms }],
    noRoom: roomOf(1, 'NAME_ROOM_NONE', []),
    orphans: { room: 99, devices: [] }
  };
}

/** Id of the first sensor of a hotel; the others follow. */
export const FIRST_DEVICE = 1_000;
const A_ROOM = 50;

/** A house of sensors only, in rooms of fifty. */
export function hotelOf(devices: number): HousePlan {
  const end = FIRST_DEVICE + devices;
  const rooms = Array.from({ length: Math.ceil(devices / A_ROOM) }, (_, at) => {
    const first = FIRST_DEVICE + at * A_ROOM;
    const sensors = numbered(first, Math.min(first + A_ROOM, end) - 1, (id) =>
      make.temperature(id, `Sensor ${id}`, 20)
    );
    return roomOf(200 + at, `Room ${at}`, sensors);
  });
  return houseOf(...rooms);
}

/** Devices with consecutive ids. */
export function numbered(first: number, last: number, makeOne: (id: number) => DevicePlan): DevicePlan[] {
  return Array.from({ length: last - first + 1 }, (_, index) => makeOne(first + index));
}
