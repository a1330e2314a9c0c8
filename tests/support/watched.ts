import { afterEach, beforeEach, expect } from 'vitest';
import type { DeviceChange } from '#shared/changes';
import type { ControllerClient } from '../../proxy/controllers/client';
import { Watcher } from '../../proxy/live/watcher';
import { makeClient } from './client';
import { FakeClock, settle } from './fake-clock';
import { startMisbehaving, type MisbehavingController } from './misbehaving-controller';

/** A watcher of a controller that does what it is told, on a clock that stands still, and all that it tells. */
export interface Watched {
  readonly controller: MisbehavingController;
  readonly clock: FakeClock;
  readonly client: ControllerClient;
  readonly watcher: Watcher;
  /** Everything that was told, in order: `home`, a standing's state, or changes. */
  readonly told: (string | readonly DeviceChange[])[];
  /** How often the controller was said to be lost. */
  lost: number;
  /** Starts, and waits for the first home; forgets that it was told. */
  readonly start: () => Promise<void>;
  /** Starts, and waits for nothing. */
  readonly begin: () => void;
  readonly stop: () => void;
}

/** A new one for every test of the file, in this one object. */
export function watchEachTest(): Watched {
  const watched = {} as Watched;
  beforeEach(async () => {
    await fill(watched);
  });
  afterEach(async () => {
    watched.stop();
    await watched.client.close();
    await watched.controller.stop();
  });
  return watched;
}

async function fill(watched: Watched) {
  const controller = await startMisbehaving();
  const clock = new FakeClock();
  const { client } = makeClient(controller.port, clock);
  const watcher = new Watcher({ client, clock, random: () => 1, onLost: () => watched.lost++ });
  const told: Watched['told'] = [];
  let stop = () => {};
  watcher.home.subscribe((event) => {
    if (event.type === 'home') told.push('home');
    else told.push(event.type === 'changes' ? event.changes : event.status.state);
  });
  Object.assign(watched, { controller, clock, client, watcher, told, lost: 0 } satisfies Partial<Watched>);
  Object.assign(watched, {
    begin: () => void (stop = watcher.start()),
    async start() {
      watched.begin();
      await untilTold(watched, 2);
      expect(told.splice(0)).toEqual(['home', 'online']);
    },
    stop: () => stop()
  } satisfies Partial<Watched>);
}

/** Resolves when so much was told, and no more. */
export async function untilTold({ told }: Watched, count: number) {
  while (told.length < count) await settle();
  expect(told).toHaveLength(count);
}

/** Lets time pass in small steps, with room for the network in between, until something holds; the ms that it took. */
export async function passUntil(clock: FakeClock, holds: () => boolean, atMost: number): Promise<number> {
  for (let ms = 0; ms <= atMost; ms += 100) {
    for (let turn = 0; turn < 20; turn++) {
      if (holds()) return ms;
      await settle();
    }
    await clock.advance(100);
  }
  throw new Error(`It did not happen within ${atMost} ms.`);
}

/** A device as the watcher knows it. */
export const deviceOf = ({ watcher }: Watched, id: number) =>
  watcher.home.journal.home.devices.find((device) => device.id === id);
