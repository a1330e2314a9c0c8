import { HOUSE } from '../../../proxy/virtual/house/house';
import * as make from '../../../proxy/virtual/house/make';
import type { HousePlan } from '../../../proxy/virtual/house/plan';
import { LAMP_ROOM } from './batches';
import { DIMMER_ROOM } from '../../support/dimmers';
import { MARKED } from './mark';

/** A lamp that shows whether a page is current. It is in the dimmers' room. */
export const BEACON = make.lamp(99, 'Beacon');

/** The virtual house, with a room for the dimmers, the mark and the beacon, and one for the lamps of batches. */
export const SOAKED_HOUSE: HousePlan = {
  ...HOUSE,
  sections: [
    ...HOUSE.sections,
    {
      id: 9,
      name: 'Annexe',
      rooms: [{ ...DIMMER_ROOM, devices: [...DIMMER_ROOM.devices, MARKED, BEACON] }, LAMP_ROOM]
    }
  ]
};
