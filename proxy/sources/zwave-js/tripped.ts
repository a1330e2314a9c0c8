import type { Clock } from '#shared/clock';
import type { Params } from '#shared/home';
import { CLASS } from './classes';
import { RADIO_HAZARDS } from './hazards';
import { trippedBy } from './map-sensors';
import type { NodeDevice } from './node-devices';
import type { Part } from './parts';
import { keyOfValue } from './protocol';

/** How long an alarm lasts that nothing ends, in ms: a node tells a rapid rise of temperature once. */
const EVENT_MS = 600_000;

/** A sensor of a node. */
type Sensor = Pick<NodeDevice, 'node' | 'part'>;

/** An update of a value. */
interface Update {
  /** The value's key. */
  readonly key: string;
  /** Whether it has another value than before. */
  readonly isNew: boolean;
}

/** What binary sensors say beside their present values: what they said last, and events that are no values. */
export class TrippedSensors {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onEnd: (node: number, role: string) => void;
  /** What sensors with several values said last, by their ids. */
  readonly #newest = new Map<number, boolean>();
  /** Alarms that nothing ends, by node and role, with what cancels their end. */
  readonly #events = new Map<string, () => void>();

  /** @param onEnd called when the time of an event has passed */
  constructor(clock: Pick<Clock, 'after'>, onEnd: (node: number, role: string) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** The parameters of a sensor, with what it said last. */
  paramsOf(id: number, { node, part: { params, role } }: Sensor): Params {
    const trip = this.#events.has(keyOf(node, role)) || this.#newest.get(id);
    return trip === undefined ? params : { ...params, Tripped: trip };
  }

  /** Takes an update of one of a sensor's values. */
  update(id: number, { node, part }: Sensor, { key, isNew }: Update) {
    const trip = isTrippedNow(part, key, node);
    if (trip === undefined) this.#newest.delete(id);
    else this.#newest.set(id, trip);
    const source = part.sources.find((each) => keyOfValue(node, each) === key);
    const saysMore = isNew && source?.commandClass === CLASS.notification && trippedBy(source) !== undefined;
    if (saysMore) this.#end(keyOf(node, part.role));
  }

  /**
   * Takes a notification. One that no value tells of trips the sensors of its hazard for some time, or until a value says more.
   * @returns the role of the sensors that are tripped by it now
   */
  notify(node: number, { type, event }: { readonly type: number; readonly event: number }) {
    const role = RADIO_HAZARDS.find(
      ({ notification }) => notification.type === type && notification.events?.includes(event)
    )?.role;
    if (role === undefined) return undefined;
    const key = keyOf(node, role);
    const isKnown = this.#events.has(key);
    this.#end(key);
    const end = () => {
      this.#end(key);
      this.#onEnd(node, role);
    };
    this.#events.set(key, this.#clock.after(EVENT_MS, end));
    return isKnown ? undefined : role;
  }

  /** Forgets what sensors said last, unless that still holds: one of their values may be another one now. */
  forget(holds: (id: number) => boolean) {
    for (const id of this.#newest.keys()) if (!holds(id)) this.#newest.delete(id);
  }

  /** A node is gone. */
  remove(node: number) {
    for (const { role } of RADIO_HAZARDS) this.#end(keyOf(node, role));
  }

  /** Ends all events. */
  stop() {
    for (const key of this.#events.keys()) this.#end(key);
  }

  #end(key: string) {
    this.#events.get(key)?.();
    this.#events.delete(key);
  }
}

const keyOf = (node: number, role: string) => `${node} ${role}`;

/**
 * What a sensor with several values says after an update of one. The class of the newest update counts, since a node may update only one of
 * its classes; within a class any value that is tripped does: one gas detector tells two kinds of gas apart. A hazard ends only by its
 * notification: until then, that a binary sensor is idle says nothing.
 */
function isTrippedNow({ type, role, sources }: Part, key: string, node: number): boolean | undefined {
  const isOneOfSeveral = type === 'DevBinarySensor' && sources.length > 1;
  const newest = isOneOfSeveral && sources.find((each) => keyOfValue(node, each) === key);
  if (!newest) return undefined;
  const isHazard = RADIO_HAZARDS.some((each) => each.role === role);
  const known = sources
    .filter(
      ({ commandClass }) =>
        commandClass === newest.commandClass || (isHazard && commandClass === CLASS.notification)
    )
    .map(trippedBy)
    .filter((each) => each !== undefined);
  return known.length > 0 ? known.includes(true) : undefined;
}
