import { existsSync } from 'node:fs';
import type * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { checkService } from '../../../../proxy/box/doctor/service-check';
import { PATHS } from '../../../../proxy/box/service/system-files';
import { finishUpdate } from '../../../../proxy/box/update/finish';
import { update } from '../../../../proxy/box/update/update';
import { archiveOf, installedService } from '../../../support/installed-service';

/** How many more changes of the disk and commands the process makes before it is killed. */
const life = vi.hoisted(() => ({ left: Infinity }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const mortal = (name: 'chmod' | 'mkdir' | 'open' | 'rename' | 'rm' | 'symlink' | 'writeFile') => ({
    [name]: async (...argv: unknown[]) => {
      if (life.left-- <= 0) throw new Error('killed');
      return Reflect.apply(real[name], real, argv) as unknown;
    }
  });
  const names = ['chmod', 'mkdir', 'open', 'rename', 'rm', 'symlink', 'writeFile'] as const;
  return Object.assign({ ...real }, ...names.map(mortal)) as typeof real;
});

/** Runs an update that is killed after so many steps, starts the machine again, and says how it stands before and after. */
async function killedAfter(steps: number, diesAfter: number) {
  life.left = Infinity;
  const { deps, folder, root, current, versions, start, isReady } = await installedService({
    '1.1.0': { diesAfter }
  });
  const archive = await archiveOf(folder, '1.1.0');
  Object.assign(deps, { readyMs: 20_000, steadyMs: 20 });
  life.left = steps;
  await update(archive, deps).catch(() => undefined);
  const wasKilled = life.left <= 0;
  life.left = Infinity;
  const isPending = existsSync(join(root, PATHS.pending));
  const found = (await checkService(deps)).filter(({ subject }) => subject === 'update');
  await start();
  await finishUpdate(deps);
  expect(existsSync(join(root, PATHS.pending))).toBe(false);
  const [version = ''] = (await current()).split('-');
  expect(await isReady(version), `killed after ${steps}: ${version} is not ready`).toBe(true);
  return { wasKilled, isPending, found: found.map(({ text }) => text), version, versions: await versions() };
}

it.each([
  ['that is good', Infinity, ['1.0.0', '1.1.0']],
  ['that ends at once', 1, ['1.0.0']]
] as const)(
  'an update to a version %s, killed anywhere, is finished or taken back at the next start, and doctor says what is so',
  { timeout: 120_000 },
  async (_, diesAfter, ends) => {
    const seen = new Set<string>();
    let steps = 0;
    for (let wasKilled = true; wasKilled; steps++) {
      const end = await killedAfter(steps, diesAfter);
      ({ wasKilled } = end);
      seen.add(end.version);
      expect(end.found[0] ?? '', `killed after ${steps}`).toMatch(
        end.isPending ? /^An update was interrupted\.$/ : /^$|^Mantel 1\.1\.0 is not installed\./
      );
    }
    expect(steps).toBeGreaterThan(20);
    expect([...seen].sort()).toEqual(ends);
  }
);
