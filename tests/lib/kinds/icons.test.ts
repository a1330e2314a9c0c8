import { mdiBed, mdiHomeOutline, mdiShapeOutline } from '@mdi/js';
import { describe, expect, test } from 'vitest';
import { findByName } from '$lib/kinds/icon-name';
import { roomIconOf } from '$lib/kinds/room-icons';
import { roomPictureOf } from '$lib/kinds/room-picture';

describe('an icon’s name', () => {
  const table = new Map([
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
  ])('%j is %j', (name, icon) => {
    expect(findByName(table, name)).toBe(icon);
  });
});

test('a room without a known icon still has one, and so has the place without a room', () => {
  expect(roomIconOf({ icon: 'Bed_2' })).toBe(mdiBed);
  expect(roomIconOf({ icon: '' })).toBe(mdiHomeOutline);
  expect(roomIconOf(null)).toBe(mdiShapeOutline);
});

describe('a room’s picture', () => {
  test('is the same for the same image everywhere, and another for another', () => {
    expect(roomPictureOf({ background_image: 'kitchen' })).toBe(
      roomPictureOf({ background_image: 'kitchen' })
    );
    expect(roomPictureOf({ background_image: 'kitchen' })).not.toBe(
      roomPictureOf({ background_image: 'hall' })
    );
  });

  test('is an address that nothing need be fetched for, whatever the name', () => {
    const picture = roomPictureOf({ background_image: '"><script>😀' });
    expect(picture).toMatch(/^data:image\/svg\+xml;base64,[\w+/=]+$/);
  });

  test('is not there where the room names none', () => {
    expect(roomPictureOf({ background_image: '' })).toBeUndefined();
    expect(roomPictureOf(null)).toBeUndefined();
  });
});
