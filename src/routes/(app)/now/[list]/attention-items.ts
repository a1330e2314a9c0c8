import type { Device } from '#shared/home';
import type { BoxTrouble, ScreenEntry } from '#shared/household';
import type { Layout } from '#shared/layout';
import { isAlarm } from '#shared/meaning';
import { reportedTime } from '#shared/reported-time';
import { screenNames } from '$features/people/screen-names';
import { fullNameOf, nameOfId } from '$features/view-models/full-name';
import type { HomeView } from '$features/view-models/home-view.svelte';
import { timerText } from '$features/view-models/timer-text';
import { age, duration } from '$lib/i18n/age';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { ageClock } from '$lib/i18n/ticker.svelte';
import { sinceTime } from '$lib/i18n/time';
import { attentionKey, deviceKey, type AttentionKind } from '$lib/kinds/attention';
import { chargeLabel, hasBattery } from '$lib/kinds/battery';
import { conditionAdvice, dueText } from '$lib/kinds/conditions';
import { summaryOf } from '$lib/kinds/control-summary';
import { aboutTime, reportedAge } from '$lib/kinds/reported-age';
import { ATTENTION } from '$lib/kinds/room-summary';
import { isReached } from '$lib/state/commands/sendable';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** One thing that needs attention. */
export interface AttentionItem {
  /** As of `attentionKey`. */
  readonly key: string;
  readonly name: string;
  /** What is wrong, and since when. */
  readonly state: string;
  /** What to do, as a sentence. */
  readonly advice: string;
  /** Where it can be done: the sheet of a device, or a page. */
  readonly device?: number;
  readonly path?: '/settings';
  /** Whether it asks if its device is a light: it is answered instead of put off. */
  readonly isLoad?: true;
}

/** Until when an item is put off, in ms since the epoch; undefined if it is not. */
export function putOffUntil({ key }: AttentionItem, { putOff }: Layout, now: number): number | undefined {
  const until = putOff?.[key] ?? 0;
  return until > now ? until : undefined;
}

/** A screen that was not seen for this long is gone, in ms. */
const GONE_MS = 30 * 86_400_000;

/** What devices need attention for, and the timers that did not act, with what is put off. Reactive (home, time, language). */
export function homeItems(opened: OpenHome, home: HomeView): readonly AttentionItem[] {
  const found = home.attention(ageClock, true);
  const rooms = new Map(home.rooms.flatMap(({ listed, name }) => listed.map(({ id }) => [id, name])));
  const devices = ATTENTION.flatMap((kind) =>
    found[kind].map((device) => ({
      key: deviceKey(kind, device),
      name: fullNameOf(device, opened),
      state: facts(stateOf(kind, device, opened), rooms.get(device.id)),
      advice: adviceOf(kind, device),
      device: device.id,
      ...(kind === 'loads' && { isLoad: true as const })
    }))
  );
  return [...devices, ...timerItems(opened)];
}

/** "Not responding for 2 days", by the last contact that the controller reports. An alarm is shown nevertheless. */
/**
 * Returns an item that keeps its row though nothing is due any more: what was asked has its answer in place of what was to be done, in as many
 * lines, so that the buttons stay under the finger. Reactive (language).
 */
export function overItem(
  item: AttentionItem,
  { state: home }: { readonly state: Pick<OpenHome['state'], 'device'> }
): AttentionItem {
  const isLight =
    item.isLoad && item.device !== undefined ? home.device(item.device)?.isRoomLight : undefined;
  if (isLight === undefined) return { ...item, state: t('attention.over') };
  const answer = t(isLight ? 'attention.isLight' : 'attention.isNoLight');
  return { ...item, advice: t('attention.answered', { answer }) };
}

function stateOf(kind: AttentionKind, device: Device, { state: home }: OpenHome): string {
  const { now } = ageClock;
  if (kind === 'batteries') return chargeLabel(device);
  if (kind === 'conditions') return dueText(device);
  if (kind === 'loads') return t('attention.load');
  const last = reportedTime(device.last_online, home, now);
  if (isAlarm(device) || last === undefined) return summaryOf(device);
  return kind === 'silent'
    ? t('settings.seen', { age: reportedAge(last, home, now) })
    : t('unreachable.since', { duration: aboutTime(duration(now - last), home) });
}

function adviceOf(kind: AttentionKind, device: Device): string {
  if (kind === 'conditions') return conditionAdvice(device);
  if (kind !== 'unreachable') return t(`attention.${kind}`);
  return t(hasBattery(device) ? 'unreachable.batteryHint' : 'unreachable.mainsHint');
}

/** The timers that did not act, as far as there is something left to do. */
function timerItems(opened: OpenHome): readonly AttentionItem[] {
  return opened.timers.value.flatMap((timer) => {
    const call = timer.commands.find((each) => {
      const device = opened.state.device(each.device);
      return device && !isReached(device, each);
    });
    if (!timer.missed || !call) return [];
    return {
      key: attentionKey('timer', timer.id),
      name: nameOfId(call.device, opened),
      state: timerText(timer, call),
      advice: t('attention.timer'),
      device: call.device
    };
  });
}

/** The screens that are gone, and what is wrong with the box itself. Reactive (time, language). */
export function houseItems(
  screens: readonly ScreenEntry[],
  troubles: readonly BoxTrouble[]
): readonly AttentionItem[] {
  const { now } = ageClock;
  const names = screenNames(screens);
  return [
    ...screens
      .filter(({ current, lastSeen }) => !current && now - lastSeen > GONE_MS)
      .map(({ id, lastSeen }) => ({
        key: attentionKey('screen', id),
        name: names.get(id) ?? '',
        state: t('settings.seen', { age: age(lastSeen, now) }),
        advice: t('attention.screen'),
        path: '/settings' as const
      })),
    ...troubles.map(({ kind, at = 0 }) => ({
      key: attentionKey('box', kind),
      name: t('attention.box'),
      state: t(`attention.box.${kind}`, { time: sinceTime(at, now), age: age(at, now) }),
      advice: t('attention.boxHint')
    }))
  ];
}
