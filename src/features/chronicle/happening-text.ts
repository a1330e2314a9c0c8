import { commandLabel } from '$lib/kinds/command-labels';
import { isAlarm, meaningOf } from '$lib/kinds/meaning';
import { roomSlotOfDevice } from '$lib/kinds/room-slot';
import { summaryOf } from '$lib/kinds/summary';
import { clockTime } from '$lib/i18n/time';
import { t } from '$lib/i18n/i18n.svelte';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { bulkActionTitle } from '$features/bulk-actions/bulk-action-labels';
import { outcomeOf as outcomeOfCommand, outcomesOfDevices } from '$features/bulk-actions/outcome';
import { actionOf } from '$features/timers/timer-choice';
import { fullNameOf } from '$features/device/full-name';
import type { Device } from '#shared/home';
import type { Happening } from '#shared/happenings';
import { isOpen } from '#shared/commands/command-entry';
import { mainControlOf } from '#shared/kinds';
import type { ChronicleRow } from './chronicle-rows';

/** What happenings are worded with. */
type Named = Pick<OpenHome, 'state' | 'layout' | 'scenes'>;
type Commanded = Extract<Happening, { kind: 'commanded' }>;

/** Returns what happened in one line: "Terrace door: Closed". Reactive (home, language). */
export function happeningText(home: Named, happening: Happening): string {
  switch (happening.kind) {
    case 'gap':
      return t('happened.gap', { until: clockTime(happening.until) });
    case 'changed': {
      const device = deviceThen(home, happening);
      return device
        ? t('happened.state', { name: fullNameOf(device, home), state: summaryOf(device) })
        : `#${happening.device}`;
    }
    case 'commanded':
      return commandedText(home, happening);
    case 'timer': {
      const [first] = happening.commands;
      const action = first ? actionOf({ method: first.method, params: first.params }) : 'other';
      const name = nameOfTimed(home, happening);
      const what = t(`happened.timed.${action}`, { name });
      return t(`happened.timer.${happening.what}`, { what, time: clockTime(happening.due) });
    }
  }
}

/** Returns the row of a happening; `isOfOneDevice`: its room needs no name. Reactive. */
export function happeningRow(home: Named, happening: Happening, isOfOneDevice = false): ChronicleRow {
  const detail = [isOfOneDevice ? '' : placeOf(home, happening), ...howOf(happening)];
  return {
    text: happeningText(home, happening),
    detail: detail.filter((text) => text !== '').join(' · '),
    isGap: happening.kind === 'gap'
  };
}

/** Who or what did it, and how it ended. */
function howOf(happening: Happening): readonly string[] {
  switch (happening.kind) {
    case 'gap':
      return [];
    case 'changed':
      return [t('happened.elsewhere')];
    case 'timer':
      return [by(happening), happening.missed ? t(`timer.why.${happening.missed}`) : ''];
    case 'commanded':
      return [happening.timer !== undefined ? t('happened.byTimer') : by(happening), outcomeOf(happening)];
  }
}

/** The room of the one device that it is about; empty for several devices, and where the words name a room. */
function placeOf({ state: home }: Named, happening: Happening): string {
  if (happening.kind === 'gap') return '';
  if (happening.kind === 'timer' && happening.room !== null) return '';
  if (happening.kind === 'commanded' && (happening.what ?? happening.scene) !== undefined) return '';
  const ids =
    happening.kind === 'changed' ? [happening.device] : happening.commands.map(({ device }) => device);
  const device = ids.length === 1 ? home.device(ids[0] ?? -1) : undefined;
  return (device && roomSlotOfDevice(device, (id) => home.room(id)).room?.name) ?? '';
}

/** Whether the first page of a wall tells it: an opening, an alarm, a scene or a timer. Motion never. */
export function isForWall(home: Named, happening: Happening): boolean {
  switch (happening.kind) {
    case 'gap':
      return false;
    case 'timer':
      return happening.what === 'missed';
    case 'commanded':
      return happening.scene !== undefined || happening.timer !== undefined;
    case 'changed': {
      const device = deviceThen(home, happening);
      if (!device || !('Tripped' in happening.params)) return false;
      const isContact = mainControlOf(device) === 'contact';
      return isContact && (meaningOf(device).nature === 'opening' || isAlarm(device));
    }
  }
}

/** Whether a happening concerns a device. */
export function concerns(happening: Happening, device: number): boolean {
  if (happening.kind === 'gap') return false;
  if (happening.kind === 'changed') return happening.device === device;
  return happening.commands.some((command) => command.device === device);
}

/** The device with the values that it had then. */
function deviceThen(
  { state: home }: Named,
  { device: id, params }: Extract<Happening, { kind: 'changed' }>
): Device | undefined {
  const device = home.device(id);
  return device && { ...device, alive: true, params: { ...device.params, ...params } };
}

function commandedText(home: Named, happening: Commanded): string {
  const { what, scope, scene, commands } = happening;
  const named = scene === undefined ? undefined : home.scenes.value.find(({ id }) => id === scene);
  if (named) return named.name;
  if (scene !== undefined) return t('happened.scene');
  const [first, ...more] = commands;
  if (what === undefined && first && more.length === 0) {
    const device = home.state.device(first.device);
    const name = device ? fullNameOf(device, home) : `#${first.device}`;
    return t('happened.state', { name, state: commandLabel({ method: first.method, params: first.params }) });
  }
  return bulkActionTitle(home, {
    what: what ?? '',
    scope: scope ?? null,
    name: undefined,
    scene: undefined,
    entries: commands.map(({ method, params }) => ({ call: { method, params } })),
    devices: outcomesOfDevices(
      commands.map((command) => ({ device: command.device, outcome: outcomeOfCommand(command) }))
    )
  });
}

function nameOfTimed(
  { state, layout }: Named,
  { room, commands }: Extract<Happening, { kind: 'timer' }>
): string {
  const known = room === null ? undefined : state.room(room)?.name;
  const device = state.device(commands[0]?.device ?? -1);
  return known ?? (device ? fullNameOf(device, { state, layout }) : '');
}

const by = (happening: { readonly by: { readonly name: string } | null }): string =>
  happening.by ? happening.by.name : '';

/** How commands ended; empty if all were confirmed. */
function outcomeOf({ commands }: Commanded): string {
  const total = commands.length;
  const done = commands.filter(({ state }) => state === 'confirmed').length;
  if (commands.some(({ state }) => isOpen(state))) return t('happened.underWay');
  if (done === total) return t('happened.done');
  if (total > 1) return t('scene.partly', { done, total });
  const [first] = commands;
  switch (first?.state) {
    case 'unconfirmed':
      return t('happened.unconfirmed');
    case 'superseded':
      return t('error.superseded');
    case 'failed':
      return t('happened.failed');
    default:
      return t('error.not-sent');
  }
}
