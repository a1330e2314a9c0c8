import { expect, type BrowserContext } from '@playwright/test';
import { startProgram, type Program } from '../../../tools/support/program';
import { watchForFaults, type Faults } from './faults';
import { endProgram, test as base } from './shared';

interface Fixtures {
  /** Options of the program in addition to the harness's own: `test.use({ options: ['--name', 'hall'] })`. */
  options: string[];
  /** The program's file; by default the build's. */
  main: string | undefined;
  /**
   * Whether pages have service workers, as on https and loopback. A worker fetches the whole app, which takes half a
   * second of a processor for each browser. Tests of caches, offline use, reloads, updates and installs enable it. The others run
   * without it, like pages on plain http.
   */
  hasServiceWorker: boolean;
  /**
   * Whether the tests of a file share one program, and one controller if they have one. For tests that read only, or
   * bear what the ones before them have changed.
   */
  isShared: boolean;
  /**
   * The running program. Addresses of `page` and `request` are relative to it. Its log is attached to a
   * failed test.
   */
  home: Program;
  /** Opens another browser, with its own cookies, storage and service worker. It ends with the test. */
  openBrowser: () => Promise<BrowserContext>;
  /** A second browser. */
  second: BrowserContext;
  /**
   * Faults of all browsers. They fail the test at its end, unless they are expected:
   * `faults.expected.push(/…/)`.
   */
  faults: { expected: RegExp[] };
}

interface Internal {
  watched: Faults[];
}

const removeServiceWorkers = (context: BrowserContext) =>
  context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));

/** Playwright's `test` with the built program, which also fails on faults of pages. */
export const test = base.extend<Fixtures & Internal>({
  options: [[], { option: true }],
  main: [undefined, { option: true }],
  hasServiceWorker: [false, { option: true }],
  isShared: [false, { option: true }],

  home: async ({ options, main, isShared, sharedHome }, use, testInfo) => {
    const start = () => startProgram(options, main);
    const program = isShared
      ? await sharedHome.of(JSON.stringify([testInfo.file, options]), start)
      : await start();
    try {
      await use(program);
      if (!isShared) await endProgram(program);
    } finally {
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('program.log', { body: program.log, contentType: 'text/plain' });
    }
  },

  baseURL: ({ home }, use) => use(home.url),

  watched: ({ home: _ }, use) => use([]),

  context: async ({ context, home, watched, hasServiceWorker }, use) => {
    if (!hasServiceWorker) await removeServiceWorkers(context);
    watched.push(await watchForFaults(context, new URL(home.url).hostname));
    await use(context);
  },

  openBrowser: async ({ browser, home, watched, hasServiceWorker }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      opened.push(context);
      if (!hasServiceWorker) await removeServiceWorkers(context);
      watched.push(await watchForFaults(context, new URL(home.url).hostname));
      return context;
    });
    for (const context of opened) await context.close();
  },

  second: async ({ openBrowser }, use) => use(await openBrowser()),

  faults: [
    async ({ watched }, use) => {
      const expected: RegExp[] = [];
      await use({ expected });
      const unexpected = watched
        .flatMap(({ lines }) => lines)
        .filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, 'faults of the pages').toEqual([]);
    },
    { auto: true }
  ]
});

export { expect } from '@playwright/test';
