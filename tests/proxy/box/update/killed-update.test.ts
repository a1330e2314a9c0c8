import { existsSync } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkService } from '../../../../proxy/box/doctor/service-check';
import { PATHS } from '../../../../proxy/box/service/system-files';
import { finishUpdate } from '../../../../proxy/box/update/finish';
import { update } from '../../../../proxy/box/update/update';
import { archiveOf, installedService } from '../../../support/installed-service';
import { temporaryFolder } from '../../../support/temporary-folder';

/** How many more changes of the disk the process makes before it is killed. */
const life = { left: Infinity };

/** Lets the changes of the disk end with the life of the process, until the test is over. */
function makeMortal() {
  for (const name of ['chmod', 'mkdir', 'open', 'rename', 'rm', 'symlink', 'writeFile'] as const) {
    const real = fs[name];
    const mortal = async (...argv: unknown[]) => {
      if (life.left-- <= 0) throw new Error('killed');
      return Reflect.apply(real, fs, argv) as unknown;
    };
    Object.assign(fs, { [name]: mortal });
    onTestFinished(() => {
      Object.assign(fs, { [name]: real });
      syncBuiltinESMExports();
    });
  }
  syncBuiltinESMExports();
}

const prototypeOf = (file: FileHandle): FileHandle => Object.getPrototypeOf(file);

/** Runs an update that is killed after so many steps, starts the machine again, and says how it stands before and after. */
async function killedAfter(steps: number, archive: string, diesAfter: number) {
  const { deps, root, current, start, isReady } = await installedService({ '1.1.0': { diesAfter } });
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
  return { wasKilled, isPending, found: found.map(({ text }) => text), version };
}

it('an update that is killed anywhere is finished or taken back', { timeout: 240_000 }, async () => {
  const archive = await archiveOf(await temporaryFolder(), '1.1.0');
  const file = await fs.open(archive);
  // Nothing here cuts the power, and a busy disk would take minutes.
  const syncing = vi.spyOn(prototypeOf(file), 'sync').mockResolvedValue();
  onTestFinished(() => syncing.mockRestore());
  await file.close();
  makeMortal();
  /** Kills updates to a version after more and more steps. */
  const sweep = async (from: number, diesAfter: number) => {
    const ends = new Set<string>();
    let begun: number | undefined;
    for (let steps = from; ; steps++) {
      const { wasKilled, isPending, found, version } = await killedAfter(steps, archive, diesAfter);
      if (!wasKilled) return { steps: steps - from, begun: begun ?? 0, ends: [...ends].sort() };
      ends.add(version);
      if (isPending) begun ??= steps;
      expect(found[0] ?? '', `killed after ${steps}`).toMatch(
        isPending ? /^An update was interrupted\.$/ : /^$|^Mantel 1\.1\.0 is not installed\./
      );
    }
  };
  const good = await sweep(0, Infinity);
  expect(good).toMatchObject({ ends: ['1.0.0', '1.1.0'] });
  const bad = await sweep(good.begun, 1);
  expect(bad).toMatchObject({ ends: ['1.0.0'] });
  expect(Math.min(good.steps - good.begun, bad.steps)).toBeGreaterThan(10);
});
