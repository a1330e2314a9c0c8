import * as make from '../../../proxy/sources/virtual/house/make';
import type { HousePlan } from '../../../proxy/sources/virtual/house/plan';
import { houseOf, roomOf } from '../../support/house';

const SECTIONS = 20;
const ROOMS_PER_SECTION = 5;
const DEVICES_PER_ROOM = 20;

/** A home of 100 rooms and 2,000 devices. */
export function largeHouse(): HousePlan {
  let id = 1_000;
  const roomAt = (at: number) => {
    const devices = Array.from({ length: DEVICES_PER_ROOM }, (_, device) => deviceOf(++id, device));
    return roomOf(at + 1, `Suite ${at + 1}`, devices);
  };
  const sections = Array.from({ length: SECTIONS }, (_, section) => ({
    id: section + 1,
    name: `Floor ${section + 1}`,
    rooms: Array.from({ length: ROOMS_PER_SECTION }, (_each, at) => roomAt(section * ROOMS_PER_SECTION + at))
  }));
  return { ...houseOf(), sections, noRoom: roomOf(999_999, 'NAME_ROOM_NONE', []) };
}

/** Devices of a usual mixture. */
function deviceOf(id: number, at: number) {
  if (at < 6) return make.lamp(id, `Lamp ${at + 1}`, { params: { Status: at % 3 === 0 } });
  if (at < 10) return make.dimmer(id, `Dimmer ${at + 1}`, at * 10);
  if (at < 14) return make.shutter(id, `Shutter ${at + 1}`, 99);
  if (at < 16) return make.window(id, `Window ${at + 1}`);
  if (at < 18) return make.temperature(id, `Temperature ${at + 1}`, 20.5);
  return at === 18 ? make.humidity(id, 'Humidity', 45) : make.motion(id, 'Motion');
}
