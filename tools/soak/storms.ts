import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { packaged, root } from '../../build/steps.mjs';
import type { Finding } from '../support/figures';
import type { SoakOptions } from './soak-options';

/** Storms that `npm test` runs at a tenth of their length, here at full length. */
const STORMS: Readonly<Record<string, string>> = {
  mutations: '10,000 mutated answers',
  cuts: '1,000 commands cut at any point',
  outages: 'Outages in random order, ten seeds, in a process',
  'slow-home': 'Ten hours on a slow network with rounding radios and sleeping devices'
};

/** Runs the storms in sequence. Each prints its own failures. */
export async function storms({ seed, say }: SoakOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [file, of] of Object.entries(STORMS)) {
    const begun = performance.now();
    const failed = await runStorm(file, seed);
    say(`${of}: ${Math.round((performance.now() - begun) / 1000)} s`);
    findings.push({ of: `${of}: failures`, found: failed ? 1 : 0, most: 0, unit: '' });
  }
  return findings;
}

async function runStorm(file: string, seed: number): Promise<boolean> {
  const args = ['run', '--project', 'node', `tests/faults/${file}.test.ts`];
  const [program = '', ...rest] = packaged('vitest/vitest.mjs', ...args);
  const storm = spawn(program, rest, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      MANTEL_STORM: 'whole',
      MANTEL_SEED: String(seed),
      // These tests need no browser.
      MANTEL_CHROMIUM: process.execPath
    }
  });
  const [code] = (await once(storm, 'exit')) as [number | null];
  return code !== 0;
}
