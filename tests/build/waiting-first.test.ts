import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { WAITING, WaitingFirst } from '../../.ci/waiting-first.mjs';

const config = { root: process.cwd(), sequence: { groupOrder: 0 } };
const cache = { getFileTestResults: () => undefined, getFileStats: () => undefined };

const fileAt = (path: string): Partial<TestSpecification> => ({
  moduleId: join(process.cwd(), path),
  project: { name: 'node', config } as never
});

it('the order of test files begins with those that wait, and is else Vitest’s own', async () => {
  const sequencer = new WaitingFirst({ config, cache } as unknown as Vitest);
  const paths = ['tests/a.test.ts', 'tests/b.test.ts', ...WAITING, 'tests/c.test.ts'];
  const sorted = await sequencer.sort(paths.map(fileAt) as TestSpecification[]);
  expect(sorted).toMatchObject(
    [...WAITING, 'tests/a.test.ts', 'tests/b.test.ts', 'tests/c.test.ts'].map((path) => ({
      moduleId: join(process.cwd(), path)
    }))
  );
});

it.each(WAITING)('the order of test files names a file that is there: %s', (path) => {
  expect(existsSync(path)).toBe(true);
});
