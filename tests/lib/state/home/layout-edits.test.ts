import { expect, it } from 'vitest';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import {
  chooseFavourite,
  hideDevice,
  orderDevices,
  editDeviceAppearance,
  editRoomAppearance,
  resetDeviceOrder,
  undoHiding
} from '../../../../src/lib/state/home/layout-edits';

const full: Layout = {
  favourites: [3],
  devices: { '1': { name: 'Tall lamp', icon: 'floor-lamp', isHidden: false, order: 2 } },
  rooms: { '1': { name: 'Foyer', picture: 'sea' } }
};

it('an edit of the layout leaves other entries unchanged', () => {
  const fan = { ...full.devices['1'], icon: 'fan' };
  expect(editDeviceAppearance(1, { icon: 'fan' })(full).devices).toEqual({ '1': fan });
  const { rooms, devices } = editRoomAppearance(1, { icon: 'sofa' })(full);
  expect(rooms).toEqual({ '1': { name: 'Foyer', icon: 'sofa', picture: 'sea' } });
  expect(devices).toBe(full.devices);
});

it('an edit of the layout removes an entry with its last value', () => {
  const back = { name: undefined, icon: undefined, isHidden: undefined, order: undefined };
  expect(editDeviceAppearance(1, back)(full).devices).toEqual({});
  expect(editRoomAppearance(1, { name: undefined, picture: undefined })(full).rooms).toEqual({});
});

it('an edit of the layout numbers devices by their positions in a list, and removes the numbers again', () => {
  const placed = orderDevices([7, 1])(full).devices;
  expect({ other: placed['7'], order: placed['1']?.order, name: placed['1']?.name }).toEqual({
    other: { order: 0 },
    order: 1,
    name: 'Tall lamp'
  });
  expect(resetDeviceOrder([7, 1])({ ...full, devices: placed }).devices).toEqual({
    ...full.devices,
    '1': { name: 'Tall lamp', icon: 'floor-lamp', isHidden: false }
  });
});

it('an edit of the layout starts its own favourites from those of the controller', () => {
  expect(chooseFavourite(7, true, [5, 6])(EMPTY_LAYOUT).favourites).toEqual([5, 6, 7]);
  expect(chooseFavourite(5, false, [5, 6])(EMPTY_LAYOUT).favourites).toEqual([6]);
  expect(chooseFavourite(7, true, [5, 6])(full).favourites).toEqual([3, 7]);
  expect(chooseFavourite(3, false, [5, 6])(full).favourites).toEqual([]);
});

it('an edit of the layout keeps the position of an existing favourite', () => {
  const layout = { ...EMPTY_LAYOUT, favourites: [1, 2, 3] };
  expect(chooseFavourite(2, true, [])(layout).favourites).toEqual([1, 2, 3]);
  expect(chooseFavourite(5, true, [5, 6])(EMPTY_LAYOUT).favourites).toBeNull();
});

const chosen: Layout = { favourites: [1, 2, 3], devices: { '2': { name: 'Lamp' } }, rooms: {} };

it('hiding a device removes it from the favourites', () => {
  const devices = { '2': { name: 'Lamp', isHidden: true } };
  expect(hideDevice(2, [])(chosen)).toEqual({ ...chosen, favourites: [1, 3], devices });
  expect(hideDevice(5, [5, 6])(EMPTY_LAYOUT).favourites, 'of the controller’s').toEqual([6]);
  expect(hideDevice(7, [5])(EMPTY_LAYOUT).favourites, 'which was none').toBeNull();
});

it('hiding a device is undone without the changes that were made meanwhile', () => {
  const meanwhile = chooseFavourite(8, true, [])(hideDevice(2, [])(chosen));
  expect(undoHiding(2, chosen, [])(meanwhile)).toEqual({ ...chosen, favourites: [1, 2, 3, 8] });
});
