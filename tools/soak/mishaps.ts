import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../proxy/virtual/random';
import { DIMMERS } from './dimmers';
import { busyAnswer, NO_FAULTS, type Faults, type TcpFaultProxy } from '../faults/tcp-fault-proxy';
import type { World } from './world';

/** Something that goes wrong in a world: resolves when it is over, and everybody could be current again. */
export type Mishap = (world: World) => Promise<unknown>;

/** How long a fault that has a length lasts, in ms. */
const LASTS_MS = 10_000;
/** Longer than a screen or the proxy needs to notice a silence, which is 35 s. */
const SILENCE_MS = 38_000;

const network =
  (side: 'beforeController' | 'beforeProxy', faults: Partial<Faults>, lastsMs = LASTS_MS): Mishap =>
  async ({ [side]: road }) => {
    road.set(faults);
    const isClosed = faults.isRefusing === true || typeof faults.answer === 'string';
    if (isClosed) road.cut('reset');
    await sleep(lastsMs);
    road.set(NO_FAULTS);
  };

const onBoth = (deed: (road: TcpFaultProxy) => void): Mishap => {
  return async ({ beforeController, beforeProxy }) => [beforeController, beforeProxy].forEach(deed);
};

/** The id of a lamp that comes and goes. */
const VISITING_LAMP = 900;

/** What befalls the world while one program lives through it all. */
export const MISHAPS: Readonly<Record<string, Mishap>> = {
  async 'the controller was off'({ controller }) {
    const plugIn = await controller.unplug();
    await sleep(LASTS_MS);
    await plugIn();
  },
  'the controller began anew': ({ controller }) => controller.restart(),
  'the controller was slow': network('beforeController', { latencyMs: 1_500 }),
  'every connection was reset': onBoth((road) => road.cut('reset')),
  'the controller was silent': network('beforeController', { isHalfOpen: true }, SILENCE_MS),
  'the controller said 503': network('beforeController', { answer: busyAnswer(503, 5) }),
  'the controller said 429': network('beforeController', { answer: busyAnswer(429, 5) }),
  'the token died': async ({ controller }) => controller.expireTokens(),
  async 'a lamp came'({ controller }) {
    const like = controller.device(DIMMERS[0] ?? 0);
    if (like) controller.changeLists({ addDevice: { ...like, id: VISITING_LAMP } });
  },
  'a lamp went': async ({ controller }) => controller.changeLists({ removeDevice: VISITING_LAMP }),
  'the screens’ network was torn': network('beforeProxy', { isRefusing: true }),
  'the screens’ network was silent': network('beforeProxy', { isHalfOpen: true }, SILENCE_MS),
  'the screens’ network was slow': network('beforeProxy', { latencyMs: 800, sliceBytes: 500 })
};

/** The one that begins the program anew: whoever measures it lets it happen before. */
export const KILL: readonly [string, Mishap] = [
  'the proxy was killed',
  async ({ program }) => {
    await program.kill();
    await program.start();
  }
];

/** Each of them, shuffled, and again and again. */
export function* inAnyOrder(seed: number): Generator<readonly [string, Mishap]> {
  const random = randomOf(seed, 'mishaps');
  for (;;) {
    const round = Object.entries(MISHAPS).map((mishap) => ({ mishap, at: random.next() }));
    for (const { mishap } of round.sort((a, b) => a.at - b.at)) yield mishap;
  }
}
