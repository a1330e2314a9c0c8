import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { packaged, root } from '../../build/steps.mjs';
import type { Finding } from './figures';
import type { Wish } from './wish';

/** Storms that blow in `npm test` with a tenth of their might, here with all of it. */
const STORMS: Readonly<Record<string, string>> = {
  mutations: '10,000 mutated answers',
  cuts: '1,000 commands cut at any point',
  outages: 'Things gone in any order, ten seeds, in a process',
  'slow-home': 'Ten hours on a slow, rounding, sleepy network'
};

/** The storms one after the other; each says for itself what broke. */
export async function storms({ seed, say }: Wish): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [file, of] of Object.entries(STORMS)) {
    const begun = performance.now();
    const failed = await blow(file, seed);
    say(`${of}: ${Math.round((performance.now() - begun) / 1000)} s`);
    findings.push({ of: `${of}: failures`, found: failed ? 1 : 0, most: 0, unit: '' });
  }
  return findings;
}

async function blow(file: string, seed: number): Promise<boolean> {
  const args = ['run', '--project', 'node', `tests/faults/${file}.test.ts`];
  const [program = '', ...rest] = packaged('vitest/vitest.mjs', ...args);
  const storm = spawn(program, rest, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      MANTEL_STORM: 'whole',
      MANTEL_SEED: String(seed),
      // No test of these needs a browser.
      MANTEL_CHROMIUM: process.execPath
    }
  });
  const [code] = (await once(storm, 'exit')) as [number | null];
  return code !== 0;
}
