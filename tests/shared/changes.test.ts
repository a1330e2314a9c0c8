import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChanges, compareHomes, isSame } from '#shared/changes';
import { aHome } from '../lib/kinds/test-home';
import { homeAndNext } from './arbitrary-home';

const home = (devices: unknown[]) => aHome({ devices });
const lamp = { id: 21, name: 'Lamp', interfaces: ['SwitchBinary'], params: { Status: false } };
const other = { id: 22, name: 'Other', params: { Level: 5 } };

test('applying the differences of two homes to the first gives the second', () => {
  let byValues = 0;
  fc.assert(
    fc.property(homeAndNext, ([before, after]) => {
      const difference = compareHomes(before, after);
      if (difference.type === 'home') return;
      byValues += 1;
      expect(applyChanges(before, difference.changes)).toEqual(after);
    }),
    { numRuns: 500 }
  );
  expect(byValues).toBeGreaterThan(100);
});

test('a home compared with itself has no changes', () => {
  fc.assert(
    fc.property(homeAndNext, ([before]) => {
      expect(compareHomes(before, before)).toEqual({ type: 'changes', changes: [] });
    })
  );
});

test('a changed value and a changed field are separate changes, and nothing else is reported', () => {
  const before = home([lamp, other]);
  const after = home([{ ...lamp, params: { Status: true }, alive: false }, other]);
  expect(compareHomes(before, after)).toEqual({
    type: 'changes',
    changes: [{ device: 21, params: { Status: true }, fields: { alive: false } }]
  });
});

test.each([
  ['a new device', home([lamp, other])],
  ['no device', home([])],
  ['another type', home([{ ...lamp, type: 'DevDimmer' }])],
  ['another interface', home([{ ...lamp, interfaces: [] }])],
  ['a parameter that went away', home([{ ...lamp, params: {} }])],
  ['another section', { ...home([lamp]), sections: [{ id: 1, name: 'Ground floor' }] }]
])('%s requires the whole home', (_, after) => {
  expect(compareHomes(home([lamp]), after)).toEqual({ type: 'home' });
});

test('devices without a change stay the same objects', () => {
  const before = home([lamp, other]);
  const after = applyChanges(before, [{ device: 21, params: { Status: true } }]);
  expect(after.devices[0]?.params).toEqual({ Status: true });
  expect(after.devices[1]).toBe(before.devices[1]);
});

test('repeated changes and changes of unknown devices leave the same home', () => {
  const before = home([lamp]);
  const changes = [
    { device: 21, params: { Status: false } },
    { device: 21, fields: { name: 'Lamp' } },
    { device: 99, params: { Status: true } }
  ];
  expect(applyChanges(before, changes)).toBe(before);
});

test('JSON values are equal in any order of their keys, and an array is not an object', () => {
  expect(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(isSame({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSame([], {})).toBe(false);
  expect(isSame(null, {})).toBe(false);
});
