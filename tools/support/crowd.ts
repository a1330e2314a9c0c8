import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { livePath } from '#shared/routes';
import type { LiveMessage } from '#shared/wire-live';
import type { VirtualController } from '../../proxy/sources/virtual/start';
import { FIRST_DEVICE } from './house';
import type { Grant } from './join';
import type { Vitals } from './vitals';

/** Interval at which changes are made in batches, in ms: timers are not precise enough for single ones. */
const STEP_MS = 20;
/** Changes that have not arrived after this time count as lost, in ms. */
const LATEST_MS = 5_000;
/** Changes before the measurement, which show that all screens follow the home. Their delays are not counted. */
const WARM_UP_CHANGES = 1;

/** A WebSocket to watch, and how to read temperatures from its messages. */
export interface ObservedSocket {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a message says that the home is there. */
  readonly isReady: (message: string) => boolean;
  /** The values in a message, each with its device. */
  readonly valuesIn: (message: string) => readonly (readonly [device: number, value: number])[];
}

/** The live connection of a screen to the program at an origin. */
export function liveSocketOf(origin: string, { cookie, controller }: Grant): ObservedSocket {
  return {
    url: origin.replace('http', 'ws') + livePath(controller),
    headers: { cookie, origin },
    // It follows the home.
    isReady: (text) => text.startsWith('{"type":"controller"'),
    valuesIn(text) {
      const message = JSON.parse(text) as LiveMessage;
      if (message.type !== 'changes') return [];
      return message.changes.map(({ device, params }) => [device, Number(params?.['Temperature'])]);
    }
  };
}

/** Screens that watch a hotel, and the changes that are made there. */
interface CrowdOptions {
  readonly controller: VirtualController;
  readonly sockets: readonly ObservedSocket[];
  /** The number of its devices. */
  readonly devices: number;
  /** Resource use of what serves the screens. */
  readonly vitals: () => Promise<Vitals>;
  readonly load: { readonly perSecond: number; readonly lastsMs: number };
  /** The first value. Must be above the values of earlier changes, because an unchanged value is no change. */
  readonly base?: number;
}

/** What came of the changes. */
export interface CrowdFigures {
  /** The number of changes. */
  readonly made: number;
  /** Delay from each change to each screen, in ms. */
  readonly delays: readonly number[];
  /** The number of wrong values on all screens, after time for the last change to arrive. */
  readonly missed: number;
  /** CPU time of the server, in ms, and the time that passed. */
  readonly cpu: number;
  readonly ms: number;
  /** Its resident memory at the end, in MB. */
  readonly memory: number;
}

/** Makes changes at a rate for a while, on screens that only record them. */
export async function watchChanges(options: CrowdOptions): Promise<CrowdFigures> {
  const { sockets, vitals, load } = options;
  const changes = new Changes(options);
  const observers = sockets.map((socket) => new Observer(socket, changes));
  try {
    await Promise.all(observers.map(({ ready }) => ready));
    const missed = () => observers.reduce((sum, { shown }) => sum + changes.missing(shown), 0);
    const arrived = async () => {
      for (let waited = 0; missed() > 0 && waited < LATEST_MS; waited += STEP_MS) await sleep(STEP_MS);
    };
    // A home that nobody watched is read first, with what the controller remembers of the time before.
    changes.makeUntil(WARM_UP_CHANGES);
    await arrived();
    const before = await vitals();
    const begun = performance.now();
    const passed = () => performance.now() - begun;
    while (passed() < load.lastsMs) {
      changes.makeUntil(WARM_UP_CHANGES + (passed() / 1000) * load.perSecond);
      await sleep(STEP_MS);
    }
    const ms = passed();
    const { cpu, memory } = await vitals();
    await arrived();
    const { count: made, delays } = changes;
    return { made, delays, missed: missed(), cpu: cpu - before.cpu, ms, memory };
  } finally {
    for (const observer of observers) observer.leave();
  }
}

/** Changes at a controller: each sets the temperature of the next device to a unique number. */
class Changes {
  readonly delays: number[] = [];
  readonly #controller: VirtualController;
  readonly #devices: number;
  readonly #base: number;
  readonly #madeAt: number[] = [];

  constructor({ controller, devices, base = 0 }: CrowdOptions) {
    this.#controller = controller;
    this.#devices = devices;
    this.#base = base;
  }

  get count(): number {
    return this.#madeAt.length;
  }

  /** Makes changes until there are `count` in total. */
  makeUntil(count: number): void {
    while (this.#madeAt.length < count) {
      const at = this.#madeAt.push(performance.now()) - 1;
      this.#controller.setDevice(this.#deviceOf(at), { params: { Temperature: this.#base + at } });
    }
  }

  /** Records that a screen shows a value. */
  see(value: number): void {
    const at = value - this.#base;
    const madeAt = this.#madeAt[at];
    if (madeAt !== undefined && at >= WARM_UP_CHANGES) this.delays.push(performance.now() - madeAt);
  }

  /** The number of devices whose shown value is wrong. */
  missing(shown: ReadonlyMap<number, number>): number {
    const first = Math.max(0, this.#madeAt.length - this.#devices);
    let missing = 0;
    for (let at = first; at < this.#madeAt.length; at++)
      if (shown.get(this.#deviceOf(at)) !== this.#base + at) missing++;
    return missing;
  }

  #deviceOf(at: number): number {
    return FIRST_DEVICE + (at % this.#devices);
  }
}

/** A screen that keeps no home, so that a hundred of them run beside the measured program. */
class Observer {
  /** The last value of each device. */
  readonly shown = new Map<number, number>();
  /** Resolves once the home has arrived. */
  readonly ready: Promise<void>;
  readonly #socket: WebSocket;

  constructor({ url, headers = {}, isReady, valuesIn }: ObservedSocket, changes: Changes) {
    this.#socket = new WebSocket(url, { headers });
    this.#socket.on('error', () => undefined);
    this.ready = new Promise((resolve) =>
      this.#socket.on('message', (data: Buffer, isBinary) => {
        // The parts of the home are binary.
        if (isBinary) return;
        const text = data.toString();
        if (isReady(text)) resolve();
        for (const [device, value] of valuesIn(text)) {
          this.shown.set(device, value);
          changes.see(value);
        }
      })
    );
  }

  leave(): void {
    this.#socket.terminate();
  }
}
