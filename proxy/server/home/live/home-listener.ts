import { setImmediate } from 'node:timers/promises';
import type { AlarmKind } from '#shared/alarms';
import type { DeviceChange } from '#shared/changes';
import type { CommandBatch, CommandEntry } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import type { DeviceTimer } from '#shared/timers';
import type { Log } from '../../base/platform/log';
import type { HomeEvent, WatchedHome } from './watched-home';

/** An event at one controller. */
interface AtController {
  /** Its id. */
  readonly controller: string;
}

/** Events of a home while it is watched, each after it was sent to the screens. */
export type WatchedHomeEvent = AtController & { readonly home: WatchedHome } & (
    | HomeEvent
    /** The controller does not answer at its address, or does not seem to. It is repeated while that lasts. */
    | { readonly type: 'lost' }
    /** Its watcher has stopped. */
    | { readonly type: 'unwatched' }
  );

/** Commands of a screen began, changed their states or ended: all those of its batch, or a single one. */
export interface CommandsEvent extends AtController {
  readonly type: 'commands';
  readonly screen: string;
  readonly batch: CommandBatch | null;
  readonly commands: readonly CommandEntry[];
}

/** A timer was set, or ended without acting. */
export interface TimerEvent extends AtController {
  readonly type: 'timer';
  readonly kind: 'set' | 'cancelled' | 'void' | 'missed';
  readonly timer: Pick<DeviceTimer, 'commands' | 'room' | 'at' | 'missed'>;
  /** The screen that did it. */
  readonly screen: { readonly id: string; readonly name: string };
}

/** An alarm that somebody has seen. `room`: that of its device then; both null for a drill, which is of no device. */
interface SeenAlarm {
  readonly kind: AlarmKind;
  readonly device: number | null;
  readonly room: number | null;
}

/** Somebody has seen alarms at a screen: those that were not seen there before. */
export interface SeenEvent extends AtController {
  readonly type: 'seen';
  readonly screen: { readonly id: string; readonly name: string };
  readonly alarms: readonly SeenAlarm[];
}

/** What happens at a controller, in its order. */
export type ControllerEvent =
  | WatchedHomeEvent
  | CommandsEvent
  | TimerEvent
  | SeenEvent
  /** This listener was too slow: it did not get the events before. */
  | (AtController & { readonly type: 'cut' });

/** A feature that follows the homes of all controllers. */
export interface HomeListener {
  /** For the log. */
  readonly name: string;
  /** Receives an event. Until its promise is fulfilled, further ones of the same controller wait. */
  receive(event: ControllerEvent): void | Promise<void>;
}

/**
 * Calls back if a home was read whole, or devices of it may be other ones now: see `modelOf`. A name is part of a home's fingerprint. It is
 * called behind the messages of the reading, in a turn of its own: a home may have ten thousand devices.
 */
export function onOtherDevices(
  event: ControllerEvent,
  listener: (controller: string, devices: readonly Device[]) => void
): Promise<void> | undefined {
  if (event.type !== 'home' && !(event.type === 'changes' && event.changes.some(mayMakeOther)))
    return undefined;
  return setImmediate().then(() => listener(event.controller, event.home.journal.home.devices));
}

const mayMakeOther = ({ fields, params = {} }: DeviceChange): boolean =>
  fields?.name !== undefined ||
  fields?.role !== undefined ||
  fields?.icon !== undefined ||
  Object.hasOwn(params, 'nodeId');

/** Maximum length of the events of one controller that wait for one listener, in characters of JSON. */
const MAX_WAITING_LENGTH = 1024 * 1024;

/**
 * Makes what passes the events of one controller to one listener, in their order: each at once, or behind those before it. One that throws or
 * is slow affects no other.
 */
export function eventQueue(
  listener: HomeListener,
  log: Pick<Log, 'error' | 'warn'>
): (event: ControllerEvent) => void {
  const { name } = listener;
  let waiting: { readonly event: ControllerEvent; readonly length: number }[] = [];
  let total = 0;
  let isBusy = false;
  /** Calls the listener at once, up to its first promise. */
  const drain = async () => {
    isBusy = true;
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      total -= next.length;
      try {
        const work = listener.receive(next.event);
        if (work) await work;
      } catch (error) {
        log.error({ home: next.event.controller, err: error, listener: name }, 'Listener failed.');
      }
    }
    isBusy = false;
  };
  return (event) => {
    const length = isBusy ? lengthOf(event) : 0;
    waiting.push({ event, length });
    total += length;
    if (!isBusy) void drain();
    else if (total > MAX_WAITING_LENGTH) {
      waiting = [{ event: { type: 'cut', controller: event.controller }, length: 0 }];
      total = 0;
      log.warn({ home: event.controller, listener: name }, 'Listener too slow: events were dropped.');
    }
  };
}

/** The length of an event, without the home, which is not copied for it. */
const lengthOf = (event: ControllerEvent): number =>
  JSON.stringify(event, (key, value: unknown) => (key === 'home' ? undefined : value)).length;
