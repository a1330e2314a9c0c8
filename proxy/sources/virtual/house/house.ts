import { NO_ROOM_NAME } from '#shared/home';
import { attic } from './attic';
import { groundFloor } from './ground-floor';
import * as make from './make';
import { outside } from './outside';
import type { HousePlan, RoomClimate } from './plan';
import { upstairs } from './upstairs';

const noRoom = make.room(1, NO_ROOM_NAME, '', { mean: 20, swing: 0 }, [
  make.special(1, 'Controller', 'DevGateway', ['Gateway', 'ZWaveDevice', 'Version'], {
    nodeId: 1,
    firmwareVersion: [2, 8, 1]
  }),
  make.special(2, 'Unrecognized device', 'DevUnknown', ['ZWaveDevice'], { nodeId: 2 }, { hidden: true })
]);

/** The demo home: a family house with four sections and fourteen rooms. */
export const HOUSE: HousePlan = {
  sections: [groundFloor, upstairs, attic, outside],
  noRoom: { ...noRoom, background_image: '' },
  orphans: { room: 77, devices: [make.lamp(231, 'Christmas lights')] }
};

/** The climates of the rooms of a house, by room id. */
export function climatesOf({ sections }: HousePlan): ReadonlyMap<number, RoomClimate> {
  return new Map(sections.flatMap(({ rooms }) => rooms.map(({ id, climate }) => [id, climate] as const)));
}
