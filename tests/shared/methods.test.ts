import { expect, test } from 'vitest';
import { decodeMethods } from '#shared/methods';

test.each([
  ['bare strings', ['setStatus', 'pulse']],
  ['strings under `actions`', { actions: ['setStatus', 'pulse'] }],
  ['objects with `method`', { actions: [{ method: 'setStatus' }, { method: 'pulse' }] }],
  ['objects with `name`', [{ name: 'setStatus', params: {} }, { name: 'pulse' }]],
  ['a mixture, with what cannot be read passed over', [null, 7, '', {}, 'setStatus', { method: 'pulse' }]]
])('reads %s', (_, list) => {
  expect([...(decodeMethods(list) ?? [])]).toEqual(['setStatus', 'pulse']);
});

test('an empty list means that no method is accepted', () => {
  expect(decodeMethods({ actions: [] })?.size).toBe(0);
});

test.each([
  null,
  undefined,
  'setStatus',
  7,
  {},
  { actions: null },
  { actions: { setStatus: {} } },
  [[]],
  [{ id: 1 }]
])('%j is not a list', (value) => {
  expect(decodeMethods(value)).toBeNull();
});
