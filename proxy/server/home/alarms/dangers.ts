import type { User } from '../../household/screens/screen';
import { MAX_DANGERS, MAX_ROOM_NAME_LENGTH, type Danger } from '#shared/dangers';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { reportedHazardOf, weightOf } from '#shared/hazards';
import { NO_ROOM_NAME, type Device } from '#shared/home';
import { trippedSince } from '#shared/reported-time';
import type { Layouts } from '../layouts/layouts';
import type { Household } from '../../household/household';
import type { ListChange, LiveList } from '../live/lists';
import type { CommandViewer } from '../live/viewer';
import { userKey, type ControllerEvent, type HomeListener } from '../live/home-listener';
import { encode, type WatchedHome } from '../live/watched-home';

/** Changes within this time are one message, in ms: a controller may report thousands. */
const MESSAGE_DELAY_MS = 100;

/** A watched home, and the ids of its devices that report a hazard. */
interface FollowedHome {
  readonly home: WatchedHome;
  readonly ids: Set<number>;
  /** Cancels the message that is due; undefined if none is. */
  cancel: (() => void) | undefined;
}

/**
 * The hazards of each user's home, for the screens that do not see their rooms. Nobody in the house may miss them: such a screen is told
 * the word, the room's name and the time, and nothing else of that room.
 */
export class Dangers implements HomeListener, LiveList {
  readonly name = 'dangers';
  readonly #clock: Clock;
  readonly #layouts: Pick<Layouts, 'get'>;
  readonly #homes = new Map<string, FollowedHome>();
  readonly #changed = new Emitter<ListChange>();
  readonly onChange = this.#changed.subscribe;

  constructor({ clock }: Pick<Household, 'clock'>, layouts: Pick<Layouts, 'get'>) {
    this.#clock = clock;
    this.#layouts = layouts;
  }

  receive(event: ControllerEvent) {
    if (event.type === 'unwatched') this.#forget(userKey(event));
    if (event.type !== 'home' && event.type !== 'changes') return;
    const { home } = event;
    const key = userKey(event);
    const followed = this.#homes.get(key) ?? { home, ids: new Set(), cancel: undefined };
    this.#homes.set(key, followed);
    const isWhole = event.type === 'home';
    const hadSome = isWhole && followed.ids.size > 0;
    if (isWhole) followed.ids.clear();
    const devices = isWhole
      ? home.journal.home.devices
      : event.changes.flatMap(({ device }) => home.journal.device(device) ?? []);
    const changed = devices.filter((device) => note(followed.ids, device));
    if (!hadSome && changed.length === 0) return;
    const { controller, user } = event;
    followed.cancel ??= this.#clock.after(MESSAGE_DELAY_MS, () => {
      followed.cancel = undefined;
      this.#changed.emit({ controller, user });
    });
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const { rights } = viewer.screen;
    return rights.rooms === null ? [] : [encode({ type: 'dangers', dangers: this.#dangersFor(viewer) })];
  }

  /** The hazards that a screen does not see, one for each word and room, the most urgent first. */
  #dangersFor({ screen: { controller, user }, device: find }: CommandViewer): Danger[] {
    const followed = this.#homes.get(userKey({ controller, user }));
    const dangers = new Map<string, Danger>();
    for (const id of followed?.ids ?? []) {
      const device = find(id) ? undefined : followed?.home.journal.device(id);
      const danger = followed && device && this.#describe(device, followed.home, { controller, user });
      if (!danger) continue;
      const key = JSON.stringify([danger.hazard, danger.room]);
      const known = dangers.get(key);
      if (!known || (danger.forMs ?? 0) > (known.forMs ?? 0)) dangers.set(key, danger);
    }
    return [...dangers.values()]
      .sort((one, other) => weightOf(one.hazard) - weightOf(other.hazard))
      .slice(0, MAX_DANGERS);
  }

  #forget(key: string) {
    this.#homes.get(key)?.cancel?.();
    this.#homes.delete(key);
  }

  #describe(
    device: Device,
    { journal, status }: WatchedHome,
    { controller, user }: User
  ): Danger | undefined {
    const hazard = reportedHazardOf(device);
    if (!hazard) return undefined;
    const now = this.#clock.now();
    const clockOffsetMs = status?.clockOffsetMs === undefined ? 0 : status.clockOffsetMs;
    const since = trippedSince(device, { clockOffsetMs }, now);
    const room = journal.home.rooms.find(({ id, name }) => id === device.room_id && name !== NO_ROOM_NAME);
    const name = room && (this.#layouts.get(controller, user).rooms[room.id]?.name ?? room.name).trim();
    return {
      hazard,
      room: name ? name.slice(0, MAX_ROOM_NAME_LENGTH) : null,
      ...(since !== undefined && { forMs: Math.max(0, now - since) })
    };
  }
}

/** Notes whether a device reports a hazard. Returns whether that is worth a message: it does, or did before. */
function note(ids: Set<number>, device: Device): boolean {
  if (reportedHazardOf(device) === undefined) return ids.delete(device.id);
  ids.add(device.id);
  return true;
}
