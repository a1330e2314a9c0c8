import { beforeEach, expect, onTestFinished } from 'vitest';
import type { DeviceChange } from '#shared/changes';
import { Watcher } from '../../proxy/server/home/live/watcher';
import { makeClient } from './client';
import { misbehavingForTest } from './controllers';
import { FakeClock, settle } from './fake-clock';

/** A watcher of a misbehaving controller on a fake clock, with everything that it emits. */
export type Watched = Awaited<ReturnType<typeof watch>>;

/** Creates a new one for every test of the file, in the same object. */
export function watchEachTest(): Watched {
  const watched = {} as Watched;
  beforeEach(async () => void Object.assign(watched, await watch()));
  return watched;
}

async function watch() {
  const controller = await misbehavingForTest();
  const clock = new FakeClock();
  const { client } = makeClient(controller.port, clock);
  let losses = 0;
  const watcher = new Watcher({ client, clock, random: () => 1, onLost: () => losses++ });
  /** All emitted events, in order: `home`, a status or changes. */
  const emitted: (string | readonly DeviceChange[])[] = [];
  let stop = () => {};
  onTestFinished(() => stop());
  watcher.home.subscribe((event) => {
    if (event.type === 'home') emitted.push('home');
    else if (event.type !== 'clock' && event.type !== 'report')
      emitted.push(event.type === 'changes' ? event.changes : event.status.state);
  });
  /** Starts without waiting. */
  const begin = () => void (stop = watcher.start());
  return {
    controller,
    clock,
    client,
    watcher,
    emitted,
    begin,
    /** How often the controller was reported as lost. */
    losses: () => losses,
    /** Starts and waits for the first home, whose event is dropped. */
    async start() {
      begin();
      await untilEmitted({ emitted }, 2);
      expect(emitted.splice(0)).toEqual(['home', 'online']);
    },
    /** Resolves with the next event, and drops it. No other one comes with it. */
    async next() {
      await untilEmitted({ emitted }, 1);
      return emitted.shift();
    },
    /** Advances time until something is emitted. Resolves with it, and drops it. */
    async within(ms: number) {
      await advanceUntil(clock, () => emitted.length > 0, ms);
      return emitted.splice(0);
    },
    stop: () => stop()
  };
}

/** Resolves when exactly these events were emitted. */
export async function untilEmitted({ emitted }: { emitted: unknown[] }, count: number) {
  while (emitted.length < count) await settle();
  expect(emitted).toHaveLength(count);
}

/**
 * Advances time in small steps, with real time for the network between them, until a condition holds. Returns
 * the ms.
 */
export async function advanceUntil(clock: FakeClock, holds: () => boolean, atMost: number): Promise<number> {
  for (let ms = 0; ms <= atMost; ms += 100) {
    for (let turn = 0; turn < 20; turn++) {
      if (holds()) return ms;
      await settle();
    }
    await clock.advance(100);
  }
  throw new Error(`It did not happen within ${atMost} ms.`);
}

/** A device in the watcher's home. */
export const deviceOf = ({ watcher }: Watched, id: number) =>
  watcher.home.journal.home.devices.find((device) => device.id === id);
