import * as v from 'valibot';
import { every, type Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Device } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import type { ChangedDevice, CommandOutcome, Source } from '../served/source';
import { READ_CLASSES } from './classes';
import { writeOf, type Write } from './commands';
import { Holds } from './holds';
import type { Ids } from './ids';
import { ServerLink } from './link';
import type { NodeDevice } from './node-devices';
import { NodesHome } from './nodes-home';
import {
  ASLEEP,
  DEAD,
  eventSchema,
  keyOfValue,
  nodeSchema,
  pollResultSchema,
  SCHEMA_VERSION,
  SET_STATUS,
  setResultSchema,
  valueIdOf,
  type Value,
  type ValueArgs
} from './protocol';
import type { ServerAddress } from './server-address';

/** Time before a lost server is tried again, in ms: the first time, and at most. It is one server, on this machine or near it. */
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 2_000;
/** The same for a server that sent too much, in ms. It is forgotten once a connection lasted for the longest of them. */
const FIRST_EXCESS_RETRY_MS = 4_000;
const MAX_EXCESS_RETRY_MS = 60_000;

/** How often one node is read again, in turns, in ms: the server has no event for a new name or place. */
const REVIEW_INTERVAL_MS = 500;

/** How long the structure of a node has to be quiet before it is read, in ms. */
const SETTLE_MS = 200;

/** Maximum length of the driver's words for a failure. */
const MAX_REASON = 200;

/** What a source depends on. */
interface ZWaveJsSourceDeps {
  readonly address: ServerAddress;
  /** The home id that was learned at the set-up. */
  readonly homeId: number;
  readonly ids: Ids;
  readonly clock: Clock;
  /** The connection was opened, lost, or not opened; with the reason. Not called again while neither changes. */
  readonly onState: (state: 'live' | 'lost' | 'changed', reason: string) => void;
}

/** The home of a Z-Wave JS server. */
export class ZWaveJsSource implements Source {
  readonly #deps: ZWaveJsSourceDeps;
  readonly #holds: Holds;
  readonly #home: NodesHome;
  readonly #gone = new Emitter<void>();
  readonly onGone = this.#gone.subscribe;
  readonly #polling = new Set<string>();
  readonly #settling = new Map<number, () => void>();
  #link: ServerLink | undefined;
  #retryMs = FIRST_RETRY_MS;
  #excessRetryMs = FIRST_EXCESS_RETRY_MS;
  #connectedAt = 0;
  #reviewed = 0;
  #isReviewing = false;
  #cancelRetry: (() => void) | undefined;
  #stopReview: (() => void) | undefined;
  #isStopped = true;
  #isAnother = false;
  #told = '';

  constructor(deps: ZWaveJsSourceDeps) {
    this.#deps = deps;
    this.#holds = new Holds(deps.clock);
    this.#home = new NodesHome({ ...deps, isDoubtful: (key) => this.#holds.isDoubtful(key) });
  }

  /** Whether another home answers there than the learned one. Nothing is sent to it. */
  get isAnother(): boolean {
    return this.#isAnother;
  }

  home() {
    return this.#home.served;
  }

  onChange(listener: (changed: ChangedDevice) => void) {
    return this.#home.onChange(listener);
  }

  onLists(listener: () => void) {
    return this.#home.onLists(listener);
  }

  /** Connects, and stays connected. Resolves after the first attempt. */
  async start(): Promise<void> {
    this.#isStopped = false;
    this.#stopReview = every(this.#deps.clock, REVIEW_INTERVAL_MS, () => void this.#review());
    await this.#connect();
  }

  /** Closes the connection, and does not open another. */
  stop() {
    this.#isStopped = true;
    this.#cancelRetry?.();
    this.#stopReview?.();
    for (const cancel of this.#settling.values()) cancel();
    this.#link?.close();
    this.#home.stop();
  }

  async run(device: Device, command: PreparedCommand): Promise<CommandOutcome> {
    const held = this.#home.device(device.id);
    const node = held && this.#home.node(held.node);
    const link = this.#link;
    if (!link) return failed('The Z-Wave JS server is not connected.');
    if (!held || !node) return failed('The device was removed.');
    const write = writeOf(held.part, command);
    if (!write) return failed('The device has no value for this.');
    const keys = keysOf(held, write);
    if (node.status === ASLEEP && keys.some((key) => this.#holds.isDoubtful(key)))
      return failed('An earlier command waits until the device wakes up.');
    for (const key of keys) this.#holds.begin(key);
    this.#home.noteWritten(device.id, keys);
    const { target: valueId, value } = write;
    const answer = await link.request({ command: 'node.set_value', nodeId: held.node, valueId, value });
    // The connection was lost: nobody knows what became of it.
    if (this.#link !== link) return { status: 'waiting' };
    if (!answer.ok) return this.#refused(keys, answer.error.message);
    const read = v.safeParse(setResultSchema, answer.value);
    const { status, message } = read.success ? read.output.result : { status: -1, message: undefined };
    const isSupervised = status === SET_STATUS.success || status === SET_STATUS.working;
    if (!isSupervised && status !== SET_STATUS.unverified)
      return this.#refused(keys, message ?? 'The device refuses.');
    // After a stop a device may send no position: it is polled.
    await Promise.all(keys.map((key) => this.#settle(key, isSupervised && !write.isStop)));
    return { status: 'done' };
  }

  #refused(keys: readonly string[], message: string): CommandOutcome {
    for (const key of keys) void this.#settle(key, false);
    return failed(message);
  }

  async #settle(key: string, isVerified: boolean) {
    const counts = await this.#holds.end(key, isVerified);
    if (counts === 'poll') await this.#poll(key);
    else if (counts) this.#apply(key, counts.value);
  }

  /** Reads a value from its device. What it says then is no guess. */
  async #poll(key: string) {
    const link = this.#link;
    const found = this.#home.find(key);
    if (!link || !found || this.#polling.has(key)) return;
    this.#polling.add(key);
    const { nodeId } = found.node;
    const valueId = valueIdOf(found.value);
    const answer = await link.request({ command: 'node.poll_value', nodeId, valueId });
    if (this.#link !== link) return;
    this.#polling.delete(key);
    if (!answer.ok || this.#holds.isUnanswered(key)) return;
    const read = v.safeParse(pollResultSchema, answer.value);
    if (!read.success || read.output.value === undefined) return;
    this.#holds.verified(key);
    this.#apply(key, read.output.value);
  }

  /** Polls what was commanded and is not verified yet: of all nodes, or of one. */
  #pollUnverified(nodeId?: number) {
    for (const key of this.#holds.unverified)
      if (!this.#holds.isUnanswered(key) && (nodeId === undefined || key.startsWith(`${nodeId}/`)))
        void this.#poll(key);
  }

  #apply(key: string, value: Value) {
    if (!this.#home.apply(key, value)) this.#readSoon(Number(key.split('/')[0]));
  }

  async #connect() {
    const { address, clock, homeId } = this.#deps;
    const opened = await ServerLink.open(address, {
      clock,
      onEvent: (event) => this.#receive(event),
      onClose: (reason, isTooMuch) => this.#lose(reason, isTooMuch)
    });
    if (!opened.ok) {
      this.#isAnother = false;
      this.#lose(opened.error.message);
      return;
    }
    const link = opened.value;
    this.#link = link;
    this.#connectedAt = clock.monotonic();
    const { homeId: told, minSchemaVersion, maxSchemaVersion } = link.version;
    this.#isAnother = typeof told === 'number' && told !== homeId;
    if (this.#isStopped || this.#isAnother) {
      link.close('Another Z-Wave home answers there.');
      return;
    }
    // A driver that starts does not know its home yet. It is asked again.
    if (typeof told !== 'number') {
      link.close('The server does not say which home it has.');
      return;
    }
    if (maxSchemaVersion < SCHEMA_VERSION || minSchemaVersion > SCHEMA_VERSION) {
      link.close('This Z-Wave JS server is too old, or too new.');
      return;
    }
    const state = await link.listen(SCHEMA_VERSION);
    if (this.#link !== link) return;
    const { controller, nodes } = state.ok ? state.value : { controller: undefined, nodes: [] };
    this.#isAnother = controller !== undefined && controller.homeId !== homeId;
    if (!controller || this.#isAnother) {
      link.close('The state of the server is not that of the known home.');
      return;
    }
    this.#retryMs = FIRST_RETRY_MS;
    this.#home.load(nodes.filter(({ nodeId }) => nodeId !== controller.ownNodeId));
    this.#emitState('live', '');
    this.#pollUnverified();
  }

  #lose(reason: string, isTooMuch = false) {
    const wasLive = this.#home.served !== null;
    this.#link = undefined;
    this.#home.forget();
    this.#polling.clear();
    this.#holds.lose();
    if (wasLive) this.#gone.emit();
    if (this.#isStopped) return;
    this.#emitState(this.#isAnother ? 'changed' : 'lost', reason);
    this.#cancelRetry?.();
    this.#cancelRetry = this.#deps.clock.after(this.#nextRetryMs(isTooMuch), () => void this.#connect());
  }

  #nextRetryMs(isTooMuch: boolean): number {
    if (this.#deps.clock.monotonic() - this.#connectedAt > MAX_EXCESS_RETRY_MS)
      this.#excessRetryMs = FIRST_EXCESS_RETRY_MS;
    const retryMs = isTooMuch ? this.#excessRetryMs : this.#retryMs;
    if (isTooMuch) this.#excessRetryMs = Math.min(MAX_EXCESS_RETRY_MS, retryMs * 2);
    else this.#retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
    return retryMs;
  }

  #emitState(state: 'live' | 'lost' | 'changed', reason: string) {
    const told = `${state} ${reason}`;
    if (told === this.#told) return;
    this.#told = told;
    this.#deps.onState(state, reason);
  }

  #receive(untrusted: unknown) {
    const read = v.safeParse(eventSchema, untrusted);
    if (!read.success || this.#home.served === null) return;
    const event = read.output;
    switch (event.event) {
      case 'value updated':
      case 'value added':
        this.#receiveValue(event.nodeId, event.args);
        break;
      case 'notification':
        this.#home.notify(event.nodeId, event.args);
        break;
      case 'node removed':
        this.#home.remove(event.node.nodeId);
        break;
      case 'node added':
        // The same number may have been another device before.
        this.#home.remove(event.node.nodeId);
        this.#readSoon(event.node.nodeId);
        break;
      case 'dead':
      case 'alive':
      case 'sleep':
      case 'wake up':
        this.#home.setStatus(event.nodeId, STATUS_OF[event.event]);
        if (event.event === 'alive' || event.event === 'wake up') this.#pollUnverified(event.nodeId);
        break;
      default:
        this.#readSoon(event.nodeId);
    }
  }

  #receiveValue(nodeId: number, args: ValueArgs) {
    if (!READ_CLASSES.includes(args.commandClass)) return;
    const key = keyOfValue(nodeId, args);
    if (!this.#home.find(key)) this.#readSoon(nodeId);
    else if (this.#holds.receive(key, args.newValue)) this.#apply(key, args.newValue);
    // A value that a poll could not read reports something. It may be a guess, so it is polled again.
    else this.#deps.clock.after(2 * SETTLE_MS, () => this.#pollUnverified(nodeId));
  }

  #readSoon(nodeId: number) {
    this.#settling.get(nodeId)?.();
    this.#settling.set(
      nodeId,
      this.#deps.clock.after(SETTLE_MS, () => {
        this.#settling.delete(nodeId);
        void this.#readNode(nodeId);
      })
    );
  }

  async #readNode(nodeId: number) {
    const link = this.#link;
    if (!link || this.#home.served === null) return;
    const answer = await link.request({ command: 'node.get_state', nodeId });
    if (!answer.ok || this.#link !== link) return;
    const read = v.safeParse(v.object({ state: nodeSchema }), answer.value);
    if (!read.success || read.output.state.nodeId !== nodeId) return;
    if (!this.#home.put(read.output.state)) link.close('The home of this server is too large.', true);
  }

  /** Reads the next node again, in turns. A server that is slow has one such request at a time. */
  async #review() {
    if (this.#isReviewing) return;
    const all = this.#home.nodes;
    const next = all.find((node) => node > this.#reviewed) ?? all[0];
    if (next === undefined) return;
    this.#reviewed = next;
    this.#isReviewing = true;
    await this.#readNode(next);
    this.#isReviewing = false;
  }
}

const STATUS_OF = { dead: DEAD, alive: 4, sleep: ASLEEP, 'wake up': 2 } as const;

const failed = (message: string): CommandOutcome => ({
  status: 'failed',
  message: message.slice(0, MAX_REASON)
});

/** The values of a device whose updates a command makes doubtful: those of the class and key that it writes to. */
function keysOf({ part, node }: NodeDevice, { target }: Write): string[] {
  return part.sources
    .filter(
      ({ commandClass, propertyKey }) =>
        commandClass === target.commandClass &&
        (target.propertyKey === undefined || propertyKey === undefined || propertyKey === target.propertyKey)
    )
    .map((source) => keyOfValue(node, source));
}
