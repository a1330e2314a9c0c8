import { test as base, expect } from '@playwright/test';
import { findOldChromium } from '../../../tools/engines/engines';
import { FLOWS } from '../../../tools/engines/flows/flows';
import { openSession, type Session } from '../../../tools/engines/session';

/** What a family does every day. `npm run engines` runs all flows, in more engines. */
const CHECKED = ['first-visit', 'start', 'lamp', 'dimmer', 'sheet', 'wall', 'offline'] as const;

const test = base.extend<object, { session: Session }>({
  session: [
    async ({ browserName: _ }, use) => {
      const start = await findOldChromium();
      if (!start) throw new Error('The package old-chromium is not installed.');
      const session = await openSession({ start, failures: 'test-results/engines/chromium-103' });
      await use(session);
      await session.close();
    },
    { scope: 'worker' }
  ]
});

test.skip(process.platform !== 'linux' || process.arch !== 'x64', 'the package is for Linux on x64');

test('the package old-chromium is Chromium 103, unlike that of the other tests', async ({ session }) => {
  expect(session.version).toMatch(/^Chromium 103\./);
});

for (const name of CHECKED)
  test(`in Chromium 103 ${FLOWS[name].about}`, async ({ session }) => {
    const { failure } = await session.run(name, FLOWS[name]);
    expect(failure).toBeUndefined();
  });
