import { beforeEach, expect, onTestFinished } from 'vitest';
import type { DeviceChange } from '#shared/changes';
import type { ControllerClient } from '../../proxy/controllers/client';
import { Watcher } from '../../proxy/live/watcher';
import { makeClient } from './client';
import { FakeClock, settle } from './fake-clock';
import type { MisbehavingController } from '../../tools/support/misbehaving-controller';
import { misbehavingForTest } from './controllers';

/** A watcher of a misbehaving controller on a fake clock, with everything that it emits. */
export interface Watched {
  readonly controller: MisbehavingController;
  readonly clock: FakeClock;
  readonly client: ControllerClient;
  readonly watcher: Watcher;
  /** All emitted events, in order: `home`, a status or changes. */
  readonly emitted: (string | readonly DeviceChange[])[];
  /** How often the controller was reported as lost. */
  lost: number;
  /** Starts and waits for the first home, whose event is dropped. */
  readonly start: () => Promise<void>;
  /** Starts without waiting. */
  readonly begin: () => void;
  readonly stop: () => void;
}

/** Creates a new one for every test of the file, in the same object. */
export function watchEachTest(): Watched {
  const watched = {} as Watched;
  beforeEach(() => fill(watched));
  return watched;
}

async function fill(watched: Watched) {
  const controller = await misbehavingForTest();
  const clock = new FakeClock();
  const { client } = makeClient(controller.port, clock);
  const watcher = new Watcher({ client, clock, random: () => 1, onLost: () => watched.lost++ });
  const emitted: Watched['emitted'] = [];
  let stop = () => {};
  watcher.home.subscribe((event) => {
    if (event.type === 'home') emitted.push('home');
    else if (event.type !== 'clock' && event.type !== 'report')
      emitted.push(event.type === 'changes' ? event.changes : event.status.state);
  });
  Object.assign(watched, { controller, clock, client, watcher, emitted, lost: 0 } satisfies Partial<Watched>);
  Object.assign(watched, {
    begin: () => void (stop = watcher.start()),
    async start() {
      watched.begin();
      await untilEmitted(watched, 2);
      expect(emitted.splice(0)).toEqual(['home', 'online']);
    },
    stop: () => stop()
  } satisfies Partial<Watched>);
  onTestFinished(() => stop());
}

/** Resolves when exactly these events were emitted. */
export async function untilEmitted({ emitted }: Watched, count: number) {
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
