import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { Checkout } from './checkout';

const packageSchema = v.object({ integrity: v.optional(v.string()) });
const packages = v.record(v.string(), packageSchema);
const lockSchema = v.pipe(v.string(), v.parseJson(), v.object({ packages }));

it('every package of the lock file is checked by its hash', async () => {
  const { packages } = v.parse(lockSchema, await readFile('package-lock.json', 'utf8'));
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-')
  );
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

it('every action of the workflows is pinned by its commit', async () => {
  const folder = '.github/workflows';
  const files = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'))
  );
  const used = files.flatMap((text) => [...text.matchAll(/uses:\s*(\S+)/g)].map(([, action]) => action));
  expect(used.length).toBeGreaterThan(0);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

it('only a commit without changes and with the tag of its version is released', async () => {
  const checkout = await Checkout.create();
  const git = (...argv: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', ...argv], {
      cwd: checkout.root
    });
  const refusal = async (...argv: string[]) => {
    const { code, stderr } = await checkout.node('build/release.mjs', ...argv).ended;
    expect(code).toBe(1);
    return stderr;
  };
  await checkout.write('package.json', '{ "name": "mantel", "version": "1.2.3" }');
  git('init', '--quiet');
  expect(await refusal('--dry-run')).toContain('Commit or remove the changes first.');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
  git('tag', 'v1.2.2');
  expect(await refusal()).toContain('The last commit does not have the tag v1.2.3.');
  git('tag', 'v1.2.3');
  expect(await refusal()).toContain('Name the image, with its registry, in the variable IMAGE.');
});
