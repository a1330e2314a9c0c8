import { dueConditionsOf, readConditions, sortConditions, type Condition } from '#shared/conditions';
import { isHazardSensor } from '#shared/hazards';
import type { Device } from '#shared/home';
import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { facts } from '$lib/i18n/list';

/** What a person is advised to do about a condition. A condition that is not here needs nobody. */
const ADVICE: Readonly<Partial<Record<Condition, PlainKey>>> = {
  'end-of-life': 'conditions.renew',
  replace: 'conditions.renew',
  'hardware-failure': 'conditions.restart',
  'software-failure': 'conditions.restart',
  malfunction: 'conditions.restart',
  'test-failed': 'conditions.testAgain',
  'short-circuit': 'conditions.checkLoad',
  'over-current': 'conditions.checkLoad',
  'over-voltage': 'conditions.electrician',
  'under-voltage': 'conditions.electrician',
  'load-error': 'conditions.checkLoad',
  'shut-off': 'conditions.manual',
  jammed: 'conditions.free',
  'power-lost': 'unreachable.mainsHint',
  'backup-battery': 'conditions.battery',
  'sensor-battery': 'conditions.battery',
  dust: 'conditions.clean',
  inspection: 'conditions.manual',
  filter: 'conditions.manual',
  maintenance: 'conditions.manual'
};

/** What is said of a detector in words of its own. */
const OF_ALARM: Readonly<Partial<Record<Condition, PlainKey>>> = {
  'end-of-life': 'condition.end-of-life.alarm',
  replace: 'condition.replace.alarm'
};

/** Returns a condition in words: "Replace this alarm: end of life". Reactive (language). */
function conditionText(condition: Condition, device: Device): string {
  const ofAlarm = isHazardSensor(device) ? OF_ALARM[condition] : undefined;
  return ofAlarm ? t(ofAlarm) : t(`condition.${condition}`);
}

/**
 * Returns what devices of one node report of it, in words; undefined if none of them reports conditions. Reactive (language).
 * @param devices the main one first
 */
export function conditionsText(devices: readonly [Device, ...Device[]]): string | undefined {
  const lists = devices.flatMap(({ params }) => readConditions(params) ?? []);
  const isReported = devices.some(({ params }) => readConditions(params) !== undefined);
  if (!isReported) return undefined;
  const texts = sortConditions(lists).map((each) => conditionText(each, devices[0]));
  return texts.length > 0 ? facts(...texts) : t('condition.none');
}

/** Returns what a person has to do something about, in words. Reactive (language). */
export const dueText = (device: Device): string =>
  facts(...dueConditionsOf(device.params).map((each) => conditionText(each, device)));

/** Returns what to do about the most important one of a device's conditions. Reactive (language). */
export function conditionAdvice({ params }: Device): string {
  const [first] = dueConditionsOf(params);
  const advice = first && ADVICE[first];
  return advice ? t(advice) : '';
}
