import { expect, it } from 'vitest';
import { Leases } from '../../../proxy/platform/leases';

it('tells when the last lease is released, however often one of them is', () => {
  let ends = 0;
  const leases = new Leases(() => ends++);
  const [first, second] = [leases.take(), leases.take()];
  first();
  first();
  expect(ends).toBe(0);
  second();
  second();
  expect(ends).toBe(1);
  leases.take()();
  expect(ends).toBe(2);
});
