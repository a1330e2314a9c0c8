import { expect } from '@playwright/test';
import { test } from '../../browser/harness/shared';
import { findOldChromium } from '../../../tools/engines/engines';
import { FLOWS } from '../../../tools/engines/flows/flows';
import { openSession, type Session } from '../../../tools/engines/session';

/** What a family does every day. `npm run engines` runs all flows, in more engines. */
const CHECKED = ['first-visit', 'start', 'lamp', 'dimmer', 'sheet', 'wall', 'offline'] as const;

/** One browser for all of them. It is no fixture: Playwright gives files with other fixtures of a worker a new one. */
let session: Session;

test.beforeAll(async () => {
  const start = await findOldChromium();
  if (!start) throw new Error('The package old-chromium is not installed.');
  session = await openSession({ start, failures: 'test-results/engines/chromium-103' });
});
test.afterAll(() => session.close());

test.skip(process.platform !== 'linux' || process.arch !== 'x64', 'the package is for Linux on x64');

test('the package old-chromium is Chromium 103, unlike that of the other tests', () => {
  expect(session.version).toMatch(/^Chromium 103\./);
});

for (const name of CHECKED)
  test(`in Chromium 103 ${FLOWS[name].about}`, async () => {
    const { failure } = await session.run(name, FLOWS[name]);
    expect(failure).toBeUndefined();
  });
