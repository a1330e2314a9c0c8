import { expect, it } from 'vitest';
import { EMPTY_HOME } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import { FULL_RIGHTS } from '#shared/rights';
import { limitHome, refuseByRights } from '../../../../proxy/server/household/rights';

const devices = [1, null, 2].map((room_id, id) => decodeDevice({ id, room_id }) ?? expect.fail());
const home = { ...EMPTY_HOME, devices };

it('a screen of some rooms sees no device of other rooms, and none without a room', () => {
  expect(limitHome(home, [1]).devices.map(({ id }) => id)).toEqual([0]);
});

it('a screen of some rooms may not command a device without a room', () => {
  const rights = { ...FULL_RIGHTS, rooms: [1] };
  const refused = (device: number) => refuseByRights(rights, { kind: 'command', device }, home)?.code;
  expect([0, 1, 2].map(refused)).toEqual([undefined, 'limited-screen', 'limited-screen']);
});
