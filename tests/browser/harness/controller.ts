import type { Page } from '@playwright/test';
import { HOUSE } from '../../../proxy/sources/virtual/house/house';
import type { HousePlan } from '../../../proxy/sources/virtual/house/plan';
import { startVirtual, type VirtualController } from '../../../proxy/sources/virtual/start';
import { freePort } from '../../../tools/support/ports';
import { besideController } from '../../../tools/support/program';
import { touchDriverOf, type TouchDriver } from '../../support/touch-driver';
import { CommandLog } from './command-log';
import { untilLive } from './link-state';
import type { SharedController } from './shared';
import { signIn } from './sign-in';
import { test as base } from './test';

interface Fixtures {
  /** The virtual house of the controller: `test.use({ house })`. */
  house: HousePlan;
  /** Path patterns that the controller answers with 404, like some real ones: `test.use({ lacks })`. */
  lacks: string[];
  controller: VirtualController;
  /** Fingers on the page. */
  touch: TouchDriver;
  /** The commands that the controller receives. */
  commandLog: CommandLog;
}

function furnished(controller: VirtualController, { sections, noRoom }: HousePlan): SharedController {
  const rooms = [...sections.flatMap(({ rooms }) => rooms), noRoom];
  const plans = rooms.flatMap(({ devices }) => devices);
  return { controller, devices: plans.flatMap(({ id }) => controller.device(id) ?? []) };
}

/** A shared controller for the next test: its devices are as at its start, and it knows only the commands from now on. */
function asNew({ controller, devices }: SharedController): VirtualController {
  controller.cancelEffects();
  for (const { id, params, alive } of devices) controller.setDevice(id, { params, fields: { alive } });
  const before = controller.commandsReceived().length;
  return { ...controller, commandsReceived: () => controller.commandsReceived().slice(before) };
}

/**
 * The harness with a virtual controller for each test, or for each file that shares. The test can change its devices
 * and read its commands.
 */
export const test = base.extend<Fixtures>({
  house: [HOUSE, { option: true }],
  lacks: [[], { option: true }],

  controller: async ({ house, lacks, isShared, sharedController }, use, { file }) => {
    const start = async () => startVirtual({ isLiving: false, house, lacks, port: await freePort() });
    if (isShared) {
      const key = JSON.stringify([file, house, lacks]);
      const shared = await sharedController.of(key, async () => furnished(await start(), house));
      await use(asNew(shared));
      return;
    }
    const controller = await start();
    await use(controller);
    await controller.stop();
  },

  options: ({ controller }, use) => use(besideController(controller.port)),

  touch: async ({ page }, use) => use(await touchDriverOf(page)),
  commandLog: async ({ controller }, use) => use(new CommandLog(controller))
});

/**
 * Signs a page's browser in to the controller on this machine, and loads no page.
 * @param origin the origin of the page, if it is not the program's
 * @returns the origin
 */
export async function signInByAddress(page: Page, origin?: string): Promise<string> {
  return signIn(page, { address: '127.0.0.1' }, origin);
}

/** Signs in to the controller on this machine and opens its home. Its parameter is as above. */
export async function openHomeByAddress(page: Page, origin?: string): Promise<void> {
  await page.goto(await signInByAddress(page, origin));
  await untilLive(page);
}

/** Waits until the service worker has cached the app, so that a reload shows the same version. */
export async function waitForAppCache(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
}
