import type { AlarmKind } from '#shared/alarms';
import { isEntrance } from '#shared/entrance';
import { HAPPENINGS_TTL_MS, type Happening } from '#shared/happenings';
import { isFaultSensor } from '#shared/hazards';
import type { Device } from '#shared/home';
import { mainControlOf } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { isAlarm, meaningOf } from '#shared/meaning';
import { alarmKind } from '$features/alarms/alarm-text';
import {
  bulkActionHeading,
  bulkActionPart,
  bulkActionSubject,
  bulkActionTitle,
  lackingText,
  reasonOf
} from '$features/bulk-actions/bulk-action-labels';
import { isUnderWay, outcomeOf, outcomesOfDevices, type Outcome } from '$features/bulk-actions/outcome';
import { nameOfId } from '$features/view-models/full-name';
import { actionOf } from '$features/view-models/timer-choice';
import { whenText } from '$features/view-models/timer-text';
import { pastTime } from '$lib/i18n/calendar';
import { t } from '$lib/i18n/i18n.svelte';
import { clockTime, sinceTime } from '$lib/i18n/time';
import { summaryOf } from '$lib/kinds/control-summary';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import type { OpenHome } from '$lib/state/open-home.svelte';
import type { ChronicleRow, RowSubject } from './chronicle-rows';

/** A time this near to two days ago is no start of the program, but how far its memory goes, in ms. */
const START_MS = 60_000;

/** What happenings are worded with. */
type Named = Pick<OpenHome, 'state' | 'layout' | 'scenes'>;
type Commanded = Extract<RowSubject, { kind: 'commanded' }>;
type Timed = Extract<Happening, { kind: 'timer' }>;
type Changed = Extract<Happening, { kind: 'changed' }>;
type Seen = Extract<Happening, { kind: 'seen' }>;

/**
 * Returns what happened in one line, and how it ended if that is not well: "Terrace door: Closed", "Film: 2 of 4 done", "Smoke · Kitchen: seen
 * on “Phone”". Reactive (home, language).
 */
export function happeningText(home: Named, happening: RowSubject): string {
  const { at } = happening;
  switch (happening.kind) {
    case 'gap':
      return t('happened.gap', { from: clockTime(at), until: sinceTime(happening.until, at) });
    case 'changed': {
      const device = deviceThen(home, happening);
      const name = nameOfId(happening.device, home);
      const { run } = happening;
      if (run)
        return `${t('happened.run', { name, count: run.count })}, ${sinceTime(run.from, at)}–${clockTime(at)}`;
      const state = device ? summaryOf(device) : name;
      return state === name ? name : t('happened.state', { name, state });
    }
    case 'commanded': {
      const text = commandedText(home, happening);
      const { commands, more } = happening;
      if (more === undefined) return text;
      // What did not end well is told first: if all that is told did, the others did as well.
      const isAllDone = commands.length > 0 && commands.every(({ state }) => state === 'confirmed');
      return `${text} · ${t(isAllDone ? 'app.more' : 'happened.untold', { count: more })}`;
    }
    case 'seen': {
      const what = seenText(home, happening);
      const { by } = happening;
      return by ? t('happened.seenOn', { what, name: by.name }) : t('happened.seen', { what });
    }
    case 'timer': {
      const [first] = happening.commands;
      const { room, what } = happening;
      const action = first ? actionOf(first) : 'other';
      const known = room === null ? undefined : home.state.room(room)?.name;
      const name = known ?? (first ? nameOfId(first.device, home) : '');
      const when = whenText(happening.due, at);
      return t(`happened.timer.${what}`, { what: t(`happened.timed.${action}`, { name }), when });
    }
  }
}

/**
 * Returns what is said where nothing happened: "Nothing since 09:45, when Mantel started watching". Whether there was something before is not
 * known, unless the home has a record. Reactive (language).
 * @param since, now ms since the epoch
 */
export function nothingText(since: number, now: number, isRecorded: boolean): string {
  const time = pastTime(since, now);
  const isStart = !isRecorded && now - since < HAPPENINGS_TTL_MS - START_MS;
  return t(isStart ? 'happened.nothingSinceStart' : 'happened.nothingSince', { time });
}

/** Returns the row of a happening; `isOfOneDevice`: its room needs no name. Reactive. */
export function happeningRow(home: Named, happening: RowSubject, isOfOneDevice = false): ChronicleRow {
  const detail = [isOfOneDevice ? '' : placeOf(home, happening), ...howOf(happening)];
  return {
    text: happeningText(home, happening),
    detail: detail.filter((text) => text !== '').join(' · '),
    isGap: happening.kind === 'gap'
  };
}

/** Who or what did it, and what is lacking. What the house does by itself needs no word. */
function howOf(happening: RowSubject): readonly string[] {
  switch (happening.kind) {
    case 'gap':
      return [];
    case 'changed':
      return happening.isElsewhere ? [t('happened.elsewhere')] : [];
    case 'seen':
      // The line says the name, if it is known.
      return [happening.by ? '' : doerOf(happening)];
    case 'timer':
      return [doerOf(happening), happening.missed ? t(`timer.why.${happening.missed}`) : ''];
    case 'commanded': {
      const { devices } = actionOfCommands(happening);
      const who = happening.timer === undefined ? doerOf(happening) : t('happened.byTimer');
      return [who, devices.length > 1 ? lackingText(devices) : ''];
    }
  }
}

/** Who did it, or with what, if names are not kept any more. */
const doerOf = ({ by, way }: Commanded | Timed | Seen): string =>
  by?.name ?? (way ? t(`happened.way.${way}`) : '');

/** The ids of the devices that a happening is about. */
function idsOf(happening: RowSubject): readonly number[] {
  if (happening.kind === 'gap') return [];
  if (happening.kind === 'seen') return happening.alarms.flatMap(({ device }) => device ?? []);
  return 'device' in happening ? [happening.device] : happening.commands.map(({ device }) => device);
}

/** The room of the one device that it is about; empty for several devices, and where the words name a room. */
function placeOf({ state: home }: Named, happening: RowSubject): string {
  if (happening.kind === 'seen' || (happening.kind === 'timer' && happening.room !== null)) return '';
  if (happening.kind === 'commanded' && (happening.what ?? happening.scene ?? happening.scope) !== undefined)
    return '';
  const [id = -1, ...more] = new Set(idsOf(happening));
  const device = more.length === 0 ? home.device(id) : undefined;
  return (device && roomSlotOfDevice(device, (each) => home.room(each)).room?.name) ?? '';
}

/** Whether the first page of a wall tells it: an opening, an alarm and that it was seen, a scene or a timer. Motion never. */
export function isForWall(home: Named, happening: RowSubject): boolean {
  if (happening.kind === 'seen') return true;
  if (happening.kind === 'timer') return happening.what === 'missed';
  return happening.kind === 'commanded'
    ? (happening.scene ?? happening.timer) !== undefined
    : isOfContact(home, happening);
}

/** What the list of happenings can be narrowed to: openings, alarms, locks and entrances; and what was done with this app. */
export type ChronicleKind = 'doors' | 'us';

/** Whether a happening is of a kind. A time without a watcher is of each, and so are alarms that were seen here. */
export function isOfKind(home: Named, happening: RowSubject, kind: ChronicleKind): boolean {
  if (happening.kind === 'gap' || happening.kind === 'seen') return true;
  if (kind === 'us') return happening.kind === 'commanded' || happening.kind === 'timer';
  const devices = idsOf(happening).flatMap((id) => home.state.device(id) ?? []);
  return isOfContact(home, happening) || devices.some((device) => isLock(device) || isEntrance(device));
}

/** Whether it is a change of a contact that tells of an opening, a hazard, an alarm, or heat or over-load of its own node. */
function isOfContact(home: Named, happening: RowSubject): boolean {
  if (!('params' in happening) || !('Tripped' in happening.params)) return false;
  const device = deviceThen(home, happening);
  if (!device || mainControlOf(device) !== 'contact') return false;
  const { nature } = meaningOf(device);
  return nature === 'opening' || nature === 'hazard' || isAlarm(device) || isFaultSensor(device);
}

/** Whether a happening concerns a device. */
export const concerns = (happening: Happening, device: number): boolean => idsOf(happening).includes(device);

/** Whether a happening is of a room, as its devices are now. */
export const isIn = ({ state: home }: Named, happening: Happening, room: number): boolean =>
  idsOf(happening).some((id) => home.device(id)?.room_id === room);

/** The device with the values that it had then. */
function deviceThen({ state: home }: Named, { device: id, params }: Changed): Device | undefined {
  const device = home.device(id);
  if (!device) return undefined;
  // Whether it guards is known of now alone.
  const { isUnguarded: _, ...then } = device;
  return { ...then, alive: true, params: { ...device.params, ...params } };
}

/**
 * Commands as the bulk action that they were. A replaced one is told by the row of the command in its place. Only lights of rooms
 * are switched by timers of several devices.
 */
function actionOfCommands({ what, scope, scene, timer, commands, undone }: Commanded) {
  const [first] = commands;
  const isOfRoom = timer !== undefined && scope !== undefined && first !== undefined;
  const own = commands.filter(({ state }) => state !== 'superseded');
  const entries = (own.length > 0 ? own : commands).map((call) => ({
    call,
    device: call.device,
    outcome: outcomeOf(call)
  }));
  return {
    what: what ?? (isOfRoom ? `lights-${actionOf(first)}` : ''),
    scope: scope ?? null,
    scene,
    name: undefined,
    undone,
    wasSet: false,
    entries,
    devices: outcomesOfDevices(entries)
  };
}

/** Which alarms were seen: "Smoke · Kitchen", "Door open · Hall and 2 more". One of no device is a drill. */
function seenText(home: Named, { alarms, more = 0 }: Seen): string {
  const [first, ...others] = alarms;
  if (!first) return t('alarm.tripped');
  const { kind, device } = first;
  const what =
    device === null ? t('messages.drill') : `${wordOf(home, kind, device)} · ${whereOf(home, device)}`;
  const count = others.length + more;
  return count === 0 ? what : `${what} ${t('app.more', { count })}`;
}

/** The word for an alarm, as its screens said it. An armed sensor is told by what it detects. */
function wordOf({ state: home }: Named, kind: AlarmKind, id: number): string {
  if (kind !== 'armed') return alarmKind(kind);
  const device = home.device(id);
  return alarmKind(device ? meaningOf(device).detected : 'tripped');
}

/** The room of a device, else its name. */
function whereOf(home: Named, id: number): string {
  const device = home.state.device(id);
  const room = device && roomSlotOfDevice(device, (each) => home.state.room(each)).room;
  return room?.name ?? nameOfId(id, home);
}

function commandedText(home: Named, happening: Commanded): string {
  const action = actionOfCommands(happening);
  const title = bulkActionTitle(home, action);
  const states = action.devices.map(({ outcome }) => outcome.state);
  const isAll = (state: Outcome['state']) => states.every((each) => each === state);
  if (isAll('confirmed')) return bulkActionHeading(home, action);
  if (action.devices.some(({ outcome }) => isUnderWay(outcome)))
    return `${title} · ${t('happened.underWay')}`;
  if (isAll('failed')) return t('happened.failed', { what: title });
  const [only, ...others] = action.devices;
  if (only && others.length === 0) return `${title} · ${endOf(only.outcome)}`;
  return t('happened.state', { name: bulkActionSubject(home, action), state: bulkActionPart(action) });
}

/** How a command has ended that did not do what it should, or has not yet. */
function endOf(outcome: Outcome): string {
  if (outcome.state === 'unconfirmed') return t('value.unconfirmed');
  return outcome.state === 'asleep' ? t('value.waiting') : reasonOf(outcome);
}
