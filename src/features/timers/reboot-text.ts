import type { Device } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { hasControl, mainControlOf } from '#shared/kinds';
import { fullNameOf } from '$features/view-models/full-name';
import { isLost } from '$features/view-models/link-states';
import { actionOf } from '$features/view-models/timer-choice';
import { whenText } from '$features/view-models/timer-text';
import { t } from '$lib/i18n/i18n.svelte';
import { listOf } from '$lib/i18n/list';
import { ageClock } from '$lib/i18n/ticker.svelte';
import { isActive } from '$lib/kinds/active';
import { summaryOf } from '$lib/kinds/control-summary';
import type { ShownTimer } from '$lib/state/home/shown-timer';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** What is true of a device now, as far as a timer can change it. */
type TimedState = 'on' | 'off' | 'open' | 'closed' | 'silent' | 'unknown' | 'other';

/** Returns the timers that ended with a start of the machine, and that nobody has closed, as far as their devices are known. Reactive. */
export const rebootTimersOf = ({ timers, state: home }: OpenHome): readonly ShownTimer[] =>
  timers.value.filter(
    ({ missed, commands }) => missed === 'reboot' && commands.some(({ device }) => home.device(device))
  );

/** Returns "Iron was to turn off at 22:30. It is on." Reactive (home, link, time, language). */
export function rebootText(opened: OpenHome, timer: ShownTimer): string {
  const [first] = timer.commands;
  const devices = timer.commands.flatMap(({ device }) => opened.state.device(device) ?? []);
  const room = timer.room === null ? undefined : opened.state.room(timer.room);
  const name = room?.name ?? listOf(devices.map((device) => fullNameOf(device, opened)));
  const when = whenText(timer.at, ageClock.now);
  const was = t(`timer.missed.${first ? actionOf(first) : 'other'}`, { name, when });
  return [was, ...statesOf(opened, devices)].join(' ');
}

/** What is true of devices: a sentence, or one for each state that names its devices. */
function statesOf(opened: OpenHome, devices: readonly Device[]): readonly string[] {
  const [first, ...others] = devices;
  if (first && others.length === 0)
    return [t(`timer.is.${stateOf(opened, first)}`, { state: summaryOf(first) })];
  const names = new Map<string, string[]>();
  for (const device of devices) {
    const state = stateOf(opened, device) === 'unknown' ? t('value.unknown') : summaryOf(device);
    names.set(state, [...(names.get(state) ?? []), fullNameOf(device, opened)]);
  }
  return [...names].map(([state, of]) => t('timer.are', { state, names: listOf(of) }));
}

function stateOf({ link }: OpenHome, device: Device): TimedState {
  if (isLost(link.state)) return 'unknown';
  if (!device.alive) return 'silent';
  const { params } = device;
  const control = mainControlOf(device);
  if (control !== 'switch' && control !== 'level' && control !== 'colour' && control !== 'shutter')
    return 'other';
  const isByLevel = control === 'shutter' || (control !== 'switch' && hasControl(device, 'level'));
  const value = isByLevel ? readLevel(params) : readSwitchBinary(params).isOn;
  if (value === undefined) return 'unknown';
  if (control === 'shutter') return isActive(device) ? 'open' : 'closed';
  return isActive(device) ? 'on' : 'off';
}
