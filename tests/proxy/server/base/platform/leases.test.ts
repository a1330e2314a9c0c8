import { expect, it } from 'vitest';
import { Leases } from '../../../../../proxy/server/base/platform/leases';

it('tells when the last lease of a key is released, however often one of them is', () => {
  let ends = 0;
  const leases = new Leases(() => ends++);
  const first = leases.take('a');
  const second = leases.take('a');
  const other = leases.take('b');
  first();
  first();
  expect(ends).toBe(0);
  expect([leases.count('a'), leases.count('c')]).toEqual([1, 0]);
  second();
  second();
  expect(ends).toBe(1);
  expect([leases.count('a'), leases.count('b')]).toEqual([0, 1]);
  other();
  leases.take('a')();
  expect(ends).toBe(3);
});
