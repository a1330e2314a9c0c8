import { expect, test as base, type BrowserContext } from '@playwright/test';
import { watchForFaults, type Faults } from './faults';
import { Program } from './program';

interface Fixtures {
  /** Options of the program in addition to the harness's own: `test.use({ options: ['--name', 'hall'] })`. */
  options: string[];
  /** The program's file; by default the build's. */
  main: string | undefined;
  /**
   * Whether pages have service workers, as on https and loopback. A worker fetches the whole app, which takes a
   * sixth of a test's time. Tests of caches, offline use, reloads, updates and installs enable it. The others run
   * without it, like pages on plain http.
   */
  hasServiceWorker: boolean;
  /** For read-only tests: they share one program with the usual options in each test worker. */
  isShared: boolean;
  /**
   * The running program. Addresses of `page` and `request` are relative to it. Its log is attached to a
   * failed test.
   */
  home: Program;
  /** A second browser with its own cookies, storage and service worker. */
  second: BrowserContext;
  /**
   * Faults of both browsers. They fail the test at its end, unless they are expected:
   * `faults.expected.push(/…/)`.
   */
  faults: { expected: RegExp[] };
}

interface Internal {
  watched: Faults[];
}

interface WorkerFixtures {
  /** Starts the worker's shared program at its first use. */
  shareHome: () => Promise<Program>;
}

const removeServiceWorkers = (context: BrowserContext) =>
  context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));

/** Playwright's `test` with the built program, which also fails on faults of pages. */
export const test = base.extend<Fixtures & Internal, WorkerFixtures>({
  options: [[], { option: true }],
  main: [undefined, { option: true }],
  hasServiceWorker: [false, { option: true }],
  isShared: [false, { option: true }],

  shareHome: [
    async ({ browserName: _ }, use) => {
      const program = new Program([]);
      await use(async () => {
        if (!program.isRunning) await program.start();
        return program;
      });
      try {
        if (program.isRunning) expect(await program.stop(), 'exit code after SIGTERM').toBe(0);
      } finally {
        await program.kill();
        await program.clean();
      }
    },
    { scope: 'worker' }
  ],

  home: async ({ options, main, isShared, shareHome }, use, testInfo) => {
    if (isShared) {
      await use(await shareHome());
      return;
    }
    const program = new Program(options, main);
    try {
      await program.start();
      await use(program);
      if (program.isRunning) expect(await program.stop(), 'exit code after SIGTERM').toBe(0);
    } finally {
      await program.kill();
      await program.clean();
      if (testInfo.status !== testInfo.expectedStatus)
        await testInfo.attach('program.log', { body: program.log, contentType: 'text/plain' });
    }
  },

  baseURL: async ({ home }, use) => {
    await use(home.url);
  },

  watched: async ({ home: _ }, use) => {
    await use([]);
  },

  context: async ({ context, home, watched, hasServiceWorker }, use) => {
    if (!hasServiceWorker) await removeServiceWorkers(context);
    watched.push(await watchForFaults(context, new URL(home.url).hostname));
    await use(context);
  },

  second: async ({ browser, home, watched, hasServiceWorker }, use) => {
    const context = await browser.newContext();
    if (!hasServiceWorker) await removeServiceWorkers(context);
    watched.push(await watchForFaults(context, new URL(home.url).hostname));
    await use(context);
    await context.close();
  },

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
