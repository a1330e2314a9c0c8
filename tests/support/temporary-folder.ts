import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Ends something: by default at the end of the test. */
export type AtEnd = (end: () => Promise<void>) => void;

/** A folder, which is deleted at the end. */
export async function temporaryFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mantel-test-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
