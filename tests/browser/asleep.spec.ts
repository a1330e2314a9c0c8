import type { Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#shared/clock';
import { readOptions } from '../../proxy/cli/read-options';
import { startProxy } from '../../proxy/start';
import { openRoom } from './demo-home';
import { linkState } from './harness/link-state';
import { openHomeByAddress, test as base } from './harness/controller';
import { overhear } from './harness/conversation';
import { expect } from './harness/test';

const MINUTE_MS = 60_000;
const SLEEPS: readonly [string, number][] = [
  ['for 15 minutes', 15 * MINUTE_MS],
  ['for a night', 8 * 60 * MINUTE_MS]
];
const WEB = fileURLToPath(new URL('../../dist/web', import.meta.url));
const silent = () => undefined;

/** The built page and the proxy, on a clock that a test sets forward. */
const test = base.extend<{ box: { readonly origin: string; setForward: (ms: number) => void } }>({
  isShared: true,
  box: async ({ controller }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'mantel-asleep-'));
    const read = readOptions(
      [
        ...['--host', '127.0.0.1', '--http-port', '0', '--https-port', '0', '--no-mdns', '--no-demo'],
        ...['--discovery-targets', '127.0.0.1', '--allow-loopback', '--data-dir', join(folder, 'data')],
        ...['--controller-port', String(controller.port)]
      ],
      {}
    );
    if (!read.ok || read.value.kind !== 'run') throw new Error('These are no options.');
    let ahead = 0;
    const started = await startProxy(read.value.options, {
      clock: {
        ...systemClock,
        now: () => systemClock.now() + ahead,
        monotonic: () => systemClock.monotonic() + ahead
      },
      log: { debug: silent, info: silent, warn: silent, error: silent },
      ...{ version: 'test', builtAt: 0, webFolder: WEB }
    });
    if (!started.ok) throw new Error(started.error.message);
    await use({ origin: started.value.http, setForward: (ms) => void (ahead += ms) });
    await started.value.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Lets a page sleep: its timers stand still, its connection breaks, and it knows the time again when it wakes. */
async function sleep(page: Page, cut: () => Promise<void>, ms: number, meanwhile: () => void): Promise<void> {
  await page.clock.pauseAt(Date.now() + MINUTE_MS);
  await cut();
  meanwhile();
  await page.clock.fastForward(ms);
  await page.clock.resume();
  await expect(linkState(page)).toHaveText('Live', { timeout: 60_000 });
}

const tile = (page: Page) => page.getByRole('group', { name: 'Floor lamp' });

for (const [how, ms] of SLEEPS)
  for (const [what, isUndone, text] of [
    ['what was carried out is shown as it is', false, /On\s*$/],
    ['what is no longer so is not confirmed', true, /Not confirmed/]
  ] as const)
    test(`a phone falls asleep ${how} before it hears the answer: ${what}, and nothing is sent again`, async ({
      page,
      box,
      controller
    }) => {
      const conversation = await overhear(page);
      await page.clock.install();
      await openHomeByAddress(page, box.origin);
      await openRoom(page, 'Living room');
      await expect(page.getByRole('switch', { name: 'Floor lamp' })).toBeEnabled();
      let isConfirmed = false;
      conversation.onMessage = (message) => {
        isConfirmed ||= JSON.stringify(message).includes('"confirmed"');
        return conversation.connections > 1;
      };
      await page.getByRole('switch', { name: 'Floor lamp' }).click();
      await expect.poll(() => isConfirmed).toBe(true);

      await sleep(page, conversation.cut, ms, () => {
        box.setForward(ms);
        if (isUndone) controller.setDevice(21, { params: { Status: false } });
      });
      await expect(tile(page)).toHaveText(text);
      await expect(page.getByText('Not sent')).toBeHidden();
      expect(controller.commandsReceived()).toHaveLength(1);
    });

test('a frame that is lost as a phone falls asleep was not sent, and is not sent when it wakes', async ({
  page,
  box,
  controller
}) => {
  const [[, ms] = ['', 0]] = SLEEPS;
  const conversation = await overhear(page);
  await page.clock.install();
  await openHomeByAddress(page, box.origin);
  await openRoom(page, 'Living room');
  conversation.onFrame = ({ type }) => type !== 'commands';
  await page.getByRole('switch', { name: 'Floor lamp' }).click();
  await expect.poll(() => conversation.frames.length).toBe(1);
  await sleep(page, conversation.cut, ms, () => box.setForward(ms));
  await expect(tile(page)).toContainText('Not sent');
  expect(controller.commandsReceived()).toEqual([]);
});
