import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';

const lockSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ packages: v.record(v.string(), v.object({ integrity: v.optional(v.string()) })) })
);

it('every package of the lock file is checked by its hash', async () => {
  const { packages } = v.parse(lockSchema, await readFile('package-lock.json', 'utf8'));
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-')
  );
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

it('every action of the checks is pinned by its commit', async () => {
  const folder = '.github/workflows';
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'))
  );
  const used = files.flatMap((text) => [...text.matchAll(/uses:\s*(\S+)/g)].map(([, action]) => action));
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});
