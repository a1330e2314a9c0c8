import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../../../proxy/sources/virtual/random';
import { busyAnswer, NO_FAULTS, type Faults } from '../../support/network/tcp-fault-proxy';
import type { FaultyWorld } from '../../support/world';
import { BEACON } from './house';

/** A fault in a world. Resolves when it is over and screens can become current again. */
export type Fault = (world: FaultyWorld) => Promise<unknown>;

/** Duration of a fault, in ms. */
const LASTS_MS = 10_000;
/** Longer than the 35 s in which a screen or the proxy detects silence. */
const SILENCE_MS = 38_000;

const network =
  (side: 'beforeController' | 'beforeProxy', faults: Partial<Faults>, lastsMs = LASTS_MS): Fault =>
  async ({ [side]: network }) => {
    network.set(faults);
    const isClosed = faults.isRefusing === true || typeof faults.answer === 'string';
    if (isClosed) network.cut('reset');
    await sleep(lastsMs);
    network.set(NO_FAULTS);
  };

/** Id of a lamp that is added and removed. */
const VISITING_LAMP = 900;

/** Faults that the program survives without a restart. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  async 'controller off'({ controller }) {
    const plugIn = await controller.unplug();
    await sleep(LASTS_MS);
    await plugIn();
  },
  'controller restarted': ({ controller }) => controller.restart(),
  'controller slow': network('beforeController', { latencyMs: 1_500 }),
  async 'all connections reset'({ beforeController, beforeProxy }) {
    for (const each of [beforeController, beforeProxy]) each.cut('reset');
  },
  'controller silent': network('beforeController', { isHalfOpen: true }, SILENCE_MS),
  'controller answers 503': network('beforeController', { answer: busyAnswer(503, 5) }),
  'controller answers 429': network('beforeController', { answer: busyAnswer(429, 5) }),
  'token expired': async ({ controller }) => controller.expireTokens(),
  async 'lamp added'({ controller }) {
    const like = controller.device(BEACON.id);
    if (like) controller.changeLists({ addDevice: { ...like, id: VISITING_LAMP } });
  },
  'lamp removed': async ({ controller }) => controller.changeLists({ removeDevice: VISITING_LAMP }),
  'network of the screens down': network('beforeProxy', { isRefusing: true }),
  'network of the screens silent': network('beforeProxy', { isHalfOpen: true }, SILENCE_MS),
  'network of the screens slow': network('beforeProxy', { latencyMs: 800, sliceBytes: 500 })
};

/** Restarts the program, so it must not run during measurements of a process. */
export const KILL: readonly [string, Fault] = [
  'proxy killed',
  async ({ program }) => {
    await program.kill();
    await program.start();
  }
];

/** Yields all faults in random order, repeatedly. */
export function* inRandomOrder(seed: number): Generator<readonly [string, Fault], never> {
  const random = randomOf(seed, 'mishaps');
  for (;;) {
    const round = Object.entries(FAULTS).map((fault) => ({ fault, at: random.next() }));
    for (const { fault } of round.sort((a, b) => a.at - b.at)) yield fault;
  }
}
