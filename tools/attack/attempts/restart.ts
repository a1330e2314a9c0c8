import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#shared/clock';
import { atMost, none, reported } from '../../support/figures';
import { Screen } from '../../support/screen';
import type { Attempt } from '../attempt';
import { homeOf } from '../homes';
import { withSetup } from '../setup';

const SCREENS = 100;
const CURRENT_MS = 15_000;
const MEMORY_MB = 200;

/** A home of 650 kB. */
const HOME = homeOf(2_000, 325);

/** The time until all screens are current, in ms; NaN if that takes too long. */
async function allCurrent(screens: readonly Screen[]): Promise<number> {
  const begun = performance.now();
  const tooLong = sleep(4 * CURRENT_MS, NaN, { ref: false });
  const current = Promise.all(screens.map((screen) => screen.live()));
  return Promise.race([current.then(() => performance.now() - begun), tooLong]);
}

const restart = (about: string, addressOf: (at: number) => string): Attempt => ({
  about: `${SCREENS} screens with homes of 650 kB, ${about}, after the program is killed`,
  run: () =>
    withSetup({ devices: HOME }, async (setup) => {
      const { program } = setup;
      const screens: Screen[] = [];
      for (let at = 0; at < SCREENS; at++)
        screens.push(
          new Screen({
            ...(await setup.signIn()),
            origin: program.url,
            localAddress: addressOf(at),
            clock: systemClock,
            random: Math.random
          })
        );
      const stops = screens.map((screen) => screen.start());
      try {
        const first = await allCurrent(screens);
        await program.kill();
        while (screens.some(({ phase }) => phase === 'live')) await sleep(20);
        const opened = screens.map(() => 0);
        screens.forEach((screen, at) =>
          screen.connected.subscribe(() => (opened[at] = (opened[at] ?? 0) + 1))
        );
        const killed = performance.now();
        await program.start();
        const started = performance.now() - killed;
        const current = await allCurrent(screens);
        const memory = await setup.memory();
        // The program cuts stalled connections after 5 s.
        await sleep(6_000);
        return [
          reported('All screens current at first, after', first, 'ms'),
          reported('Program started again after', started, 'ms'),
          atMost(CURRENT_MS, 'All screens current after the start', current, 'ms'),
          none('Screens that were disconnected', opened.filter((times) => times !== 1).length),
          atMost(MEMORY_MB, 'Resident memory after that', memory, 'MB')
        ];
      } finally {
        for (const stop of stops) stop();
      }
    })
});

/** Attempts of many screens that return at once. */
export const RESTARTS: Readonly<Record<string, Attempt>> = {
  restart: restart('each from its own address', (at) => `127.0.1.${at + 1}`),
  'restart-behind-one': restart('from one address', () => '127.0.0.8')
};
