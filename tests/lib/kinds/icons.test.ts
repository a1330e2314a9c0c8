import { mdiBed, mdiHomeOutline, mdiShapeOutline } from '@mdi/js';
import { expect, test } from 'vitest';
import { findByName } from '$lib/kinds/icon-name';
import { roomIconOf } from '$lib/kinds/room-icons';

const TABLE = new Map([
  ['lamp', 'a lamp'],
  ['door', 'a door'],
  ['garage-door', 'a garage']
]);

test.each([
  ['lamp', 'a lamp'],
  ['FLOOR_LAMP_3', 'a lamp'],
  ['bedroomLamp', 'a lamp'],
  ['lamp door', 'a door'],
  ['GarageDoor', 'a garage'],
  ['', undefined],
  ['1234', undefined],
  ['__proto__', undefined],
  ['лампа', undefined]
])('an icon’s name %j is %j', (name, icon) => {
  expect(findByName(TABLE, name)).toBe(icon);
});

test('a room without a known icon has a default one, and so has the place without a room', () => {
  expect(roomIconOf({ icon: 'Bed_2' })).toBe(mdiBed);
  expect(roomIconOf({ icon: '' })).toBe(mdiHomeOutline);
  expect(roomIconOf(null)).toBe(mdiShapeOutline);
});
