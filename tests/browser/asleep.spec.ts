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
const NIGHT_MS = 8 * 60 * MINUTE_MS;
const FLOOR_LAMP = 21;
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

const tile = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('a phone that falls asleep for a night before it hears the answers shows what was carried out, what no longer is so and what was not sent', async ({
  page,
  box,
  controller
}) => {
  const conversation = await overhear(page);
  await page.clock.install();
  await openHomeByAddress(page, box.origin);
  await openRoom(page, 'Living room');
  let confirmed = 0;
  conversation.onMessage = (message) => {
    confirmed += JSON.stringify(message).split('"confirmed"').length - 1;
    return conversation.connections > 1;
  };
  const touch = (name: string) => page.getByRole('switch', { name, exact: true }).click();
  await touch('Floor lamp');
  await touch('Aquarium');
  await expect.poll(() => confirmed).toBeGreaterThanOrEqual(2);
  conversation.onFrame = ({ type }) => type !== 'commands';
  await touch('Ceiling lights');
  await expect.poll(() => conversation.frames.length).toBe(3);

  await sleep(page, conversation.cut, NIGHT_MS, () => {
    box.setForward(NIGHT_MS);
    controller.setDevice(FLOOR_LAMP, { params: { Status: false } });
  });
  await expect(tile(page, 'Aquarium')).toHaveText(/O(n|ff)\s*$/);
  await expect(tile(page, 'Floor lamp')).toHaveText(/Not confirmed/);
  await expect(tile(page, 'Ceiling lights')).toContainText('Not sent');
  expect(controller.commandsReceived(), 'nothing is sent again').toHaveLength(2);
});
