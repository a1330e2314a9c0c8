import * as make from '../../proxy/virtual/house/make';
import type { HousePlan, RoomPlan } from '../../proxy/virtual/house/plan';

const SECTIONS = 20;
const ROOMS_PER_SECTION = 5;
const DEVICES_PER_ROOM = 20;

/** A home of 100 rooms and 2,000 devices. */
export function largeHouse(): HousePlan {
  let id = 1_000;
  const room = (at: number): RoomPlan => ({
    id: at + 1,
    name: `Suite ${at + 1}`,
    icon: '',
    image: '',
    climate: { mean: 20, swing: 2 },
    main: {},
    devices: Array.from({ length: DEVICES_PER_ROOM }, (_, device) => deviceOf(++id, device))
  });
  const sections = Array.from({ length: SECTIONS }, (_, section) => ({
    id: section + 1,
    name: `Floor ${section + 1}`,
    rooms: Array.from({ length: ROOMS_PER_SECTION }, (_each, at) => room(section * ROOMS_PER_SECTION + at))
  }));
  const nowhere = { ...room(-1), id: 999_999, name: 'NAME_ROOM_NONE', devices: [] };
  return { sections, noRoom: nowhere, orphans: { room: 999_998, devices: [] } };
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
