import { expect, it } from 'vitest';
import { isWithinBound, type Finding } from '../../../tools/support/figures';
import { memoryFindings } from '../../../tools/soak/vitals-recorder';

const ofProgram: readonly Finding[] = [
  { of: 'Resident memory has grown by', found: 2, most: 10, unit: 'MB' }
];
const all = (minutes: number, heapEarly: number) =>
  memoryFindings(minutes, { ofProgram, heapEarly, heapLate: 8 });

it('a run of less than five minutes reports no memory', () => {
  expect(all(1, NaN)).toEqual([]);
});

it('a longer run checks memory, and fails if it could not be measured', () => {
  expect(all(5, 7).filter((finding) => !isWithinBound(finding))).toEqual([]);
  expect(all(5, -7).filter((finding) => !isWithinBound(finding))).toHaveLength(1);
  expect(all(20, NaN).every(isWithinBound)).toBe(false);
});
