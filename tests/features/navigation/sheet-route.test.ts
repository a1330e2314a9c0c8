import { expect, test } from 'vitest';
import { sheetOfUrl, currentSheet, sheetPath } from '../../../src/features/navigation/sheet-route';

const at = (pathname: string) => ({ url: { pathname } });

test.each([
  ['/devices/21', { of: 'device', id: 21, part: 'whole' }],
  ['/devices/21/look', { of: 'device', id: 21, part: 'appearance' }],
  ['/rooms/11/look', { of: 'room', id: 11, part: 'appearance' }],
  ['/devices/21/icon', { of: 'device', id: 21, part: 'icon' }],
  ['/rooms/11/icon', { of: 'room', id: 11, part: 'icon' }],
  ['/rooms/11/lights', { of: 'room', id: 11, part: 'lights' }]
] as const)('%s is a sheet, and the sheet has that address', (address, sheet) => {
  expect(sheetOfUrl(at(address))).toEqual(sheet);
  expect(sheetPath(sheet)).toBe(address);
});

test.each([
  '/',
  '/rooms/11',
  '/devices',
  '/devices/',
  '/devices/x',
  '/devices/21/',
  '/rooms/none/look',
  '/devices/1/lights',
  '/devices/1/look/2'
])('%s is not a sheet', (address) => {
  expect(sheetOfUrl(at(address))).toBeUndefined();
});

test('a sheet that was opened over a page has priority over one in the address', () => {
  const sheet = { of: 'device', id: 7, part: 'whole', depth: 1 } as const;
  expect(currentSheet({ state: { sheet }, ...at('/devices/21') })).toBe(sheet);
  expect(currentSheet({ state: {}, ...at('/devices/21') })?.id).toBe(21);
});
