import type { Device } from '#shared/home';
import { groupOf } from '#shared/kinds';
import { houseLines, type LeftOpen, type LineList, type Scope } from '$lib/kinds/house-lines';
import { highlightsOf, isOpening, isUnknown } from '$lib/kinds/room-summary';

/** Whether a device is of a list's kind, whatever its state is. */
const isOf = (list: LineList, device: Device): boolean =>
  list === 'openings' ? isOpening(device) : list === 'attention' || groupOf(device) === list;

/** Returns the lines of a house with these devices. */
export const houseLinesOf = (devices: readonly Device[], scope: Scope, leftOpen?: LeftOpen) =>
  houseLines(
    {
      highlights: highlightsOf(devices),
      count(list) {
        const all = devices.filter((device) => isOf(list, device));
        return { total: all.length, unknown: list === 'attention' ? 0 : all.filter(isUnknown).length };
      },
      leftOpen
    },
    scope
  );
