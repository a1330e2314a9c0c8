import { presentDevice, type DevicePresentation } from '$lib/kinds/device-presentation';
import { expect, test } from 'vitest';
import { furnish } from '../../../proxy/sources/virtual/home/furnish';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import { ODDITIES, withOddRooms, type Oddity } from '../../../tools/virtual/odd-rooms';
import { decodeDevice } from '#shared/home-schema';

/** The devices of an odd room, as a page shows them. */
function shownIn(oddity: Oddity): DevicePresentation[] {
  const { devices } = furnish(withOddRooms({ ...HOUSE, sections: [] }, [oddity]), 0);
  return devices
    .filter(({ id }) => id > 9000)
    .flatMap((device) => decodeDevice(device) ?? [])
    .map((device) => presentDevice(device));
}

const textsOf = (oddity: Oddity) => shownIn(oddity).map(({ summary }) => summary);

test('an odd room has ids that no other device has', () => {
  const { devices } = furnish(withOddRooms(HOUSE, ODDITIES), 0);
  expect(new Set(devices.map(({ id }) => id)).size).toBe(devices.length);
});

test('an odd room of levels shows no reading for 254 and -1, and neither on nor open', () => {
  expect(textsOf('levels')).toEqual(['No reading', 'No reading', '100 %', 'No reading', 'No reading']);
});

test('an odd room of names shows the number of a device whose name nobody can see, and a name in its own order', () => {
  const names = shownIn('names').map(({ name }) => name);
  expect(names).toEqual(['#9051', 'Lamp gnp.exe', 'Ceiling', 'Ceiling', 'Ceiling']);
});
