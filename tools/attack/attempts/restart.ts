import { WebSocket } from 'ws';
import { setTimeout as sleep } from 'node:timers/promises';
import { livePath } from '#shared/routes';
import type { Attempt } from '../attempt';
import { withSetup, type Grant, type AttackSetup } from '../setup';
import { homeOf } from '../homes';
import type { Finding } from '../../support/figures';

const SCREENS = 100;
const CURRENT_MS = 15_000;
const MEMORY_MB = 200;
/** A screen reconnects within this time, like the app's first attempt. */
const RETRY_MS = 1_000;

/** A home of 650 kB. */
const HOME = homeOf(2_000, 325);

/** A screen that keeps its live connection open. */
class Screen {
  readonly #setup: AttackSetup;
  readonly #grant: Grant;
  readonly #from: string;
  #socket: WebSocket | undefined;
  #isStopped = false;
  /** When the screen received its home from the current process; undefined before that. */
  currentAt: number | undefined;
  /** The number of connections that the program closed after they were open. */
  cuts = 0;

  constructor(setup: AttackSetup, grant: Grant, from: string) {
    this.#setup = setup;
    this.#grant = grant;
    this.#from = from;
  }

  async join(): Promise<void> {
    const { host, port } = this.#setup.target;
    while (!this.#isStopped) {
      const closed = await new Promise<{ wasOpen: boolean }>((resolve) => {
        const socket = new WebSocket(`ws://${host}:${port}${livePath(this.#grant.controller)}`, {
          headers: { cookie: this.#grant.cookie, origin: `http://${host}:${port}` },
          localAddress: this.#from,
          perMessageDeflate: false
        });
        let wasOpen = false;
        this.#socket = socket;
        socket.on('open', () => (wasOpen = true));
        socket.on('message', (data: Buffer) => {
          // It follows the home, which may come in parts.
          if (data.subarray(0, 14).toString() === '{"type":"contr') this.currentAt = performance.now();
        });
        socket.on('error', () => undefined);
        socket.on('close', () => resolve({ wasOpen }));
      });
      if (closed.wasOpen) this.cuts++;
      await sleep(Math.random() * RETRY_MS);
    }
  }

  stop() {
    this.#isStopped = true;
    this.#socket?.terminate();
  }
}

async function allCurrent(screens: readonly Screen[]): Promise<number> {
  const begun = performance.now();
  while (screens.some(({ currentAt }) => currentAt === undefined)) {
    if (performance.now() - begun > 4 * CURRENT_MS) return NaN;
    await sleep(20);
  }
  return Math.max(...screens.map(({ currentAt = NaN }) => currentAt)) - begun;
}

const restart = (about: string, addressOf: (at: number) => string): Attempt => ({
  about: `${SCREENS} screens with homes of 650 kB, ${about}, after the program is killed`,
  run: () =>
    withSetup({ devices: HOME }, async (setup) => {
      const screens: Screen[] = [];
      for (let at = 0; at < SCREENS; at++)
        screens.push(new Screen(setup, await setup.signIn(), addressOf(at)));
      try {
        for (const screen of screens) void screen.join();
        const first = await allCurrent(screens);
        for (const screen of screens) screen.currentAt = undefined;
        await setup.program.kill();
        const killed = performance.now();
        await setup.program.start();
        const started = performance.now() - killed;
        for (const screen of screens) screen.cuts = 0;
        const current = await allCurrent(screens);
        const memory = await setup.memory();
        // The program cuts stalled connections after 5 s.
        await sleep(6_000);
        return [
          { of: 'All screens current at first, after', found: first, unit: 'ms' },
          { of: 'Program started again after', found: started, unit: 'ms' },
          { of: 'All screens current after the start', found: current, most: CURRENT_MS, unit: 'ms' },
          ...cutsOf(screens),
          { of: 'Resident memory after that', found: memory, most: MEMORY_MB, unit: 'MB' }
        ];
      } finally {
        for (const screen of screens) screen.stop();
      }
    })
});

const cutsOf = (screens: readonly Screen[]): readonly Finding[] => [
  {
    of: 'Screens that were disconnected',
    found: screens.filter(({ cuts }) => cuts > 0).length,
    most: 0,
    unit: ''
  }
];

export const apart = restart('each from its own address', (at) => `127.0.1.${at + 1}`);
export const behindOne = restart('from one address', () => '127.0.0.8');
