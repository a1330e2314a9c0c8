import { ATTEMPTS } from '../attack/attempts';
import { attack, beyondOf } from '../attack/run';
import type { Scan } from './finding';

/** Runs every attempt of `npm run attack`. Each value out of bounds is a finding. */
export async function scanByAttacks(say: (text: string) => void): Promise<Scan> {
  const outcomes = await attack(Object.entries(ATTEMPTS), { force: { isWhole: false }, say });
  return {
    summary: `${outcomes.length} attempts`,
    findings: beyondOf(outcomes).map(({ of, found, most = 0, unit }) => ({
      scanner: 'attack',
      id: of.split(':')[0] ?? '',
      severity: 'high',
      text: `${of}: ${Math.round(found)} of ${most} ${unit}`.trim()
    }))
  };
}
