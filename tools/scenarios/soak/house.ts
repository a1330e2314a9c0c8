import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import * as make from '../../../proxy/sources/virtual/house/make';
import type { HousePlan } from '../../../proxy/sources/virtual/house/plan';
import { LAMP_ROOM } from './batches';
import { MARKED } from './mark';

/** A lamp that shows whether a page is current. */
export const BEACON = make.lamp(99, 'Beacon');

/** The virtual house, with a room for the lamps of batches, the mark and the beacon. */
export const SOAKED_HOUSE: HousePlan = {
  ...HOUSE,
  sections: [
    ...HOUSE.sections,
    {
      id: 9,
      name: 'Annexe',
      rooms: [{ ...LAMP_ROOM, devices: [...LAMP_ROOM.devices, MARKED, BEACON] }]
    }
  ]
};
