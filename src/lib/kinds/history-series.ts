import type { Control } from './control';
import { contactControl } from './controls/contact';
import { levelControl } from './controls/level';
import { lockControl } from './controls/lock';
import { measurementControl } from './controls/measurement';
import { shutterControl } from './controls/shutter';
import { switchControl } from './controls/switch';
import { controlsOf } from './registry';
import type { HistoryValue } from '#shared/history';
import type { Device } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { readNumber } from '#shared/read';

/** A parameter whose past is worth showing: a measured one as a `curve`, one of few states as the list of its `changes`. */
export interface HistorySeries {
  readonly param: 'Value' | 'Level' | 'Status' | 'Tripped' | 'locked';
  readonly shape: 'curve' | 'changes';
  /** A value of it in words, as the device's state would be said. Reads reactive state (the language). */
  readonly wordsOf: (value: unknown) => string;
}

/** When something became what the words say. */
export interface HistoryChange {
  /** Milliseconds since the epoch, by the controller's clock. */
  readonly at: number;
  readonly words: string;
}

/** A point of a curve. `at` is milliseconds since the epoch. */
export interface HistoryPoint {
  readonly at: number;
  readonly value: number;
}

/** Of controls that tell the same state, the first that fits a device tells its past. */
const SOURCES: readonly (readonly [HistorySeries['param'], readonly Control[]])[] = [
  ['Value', [measurementControl]],
  ['Tripped', [contactControl]],
  ['Level', [shutterControl, levelControl]],
  ['Status', [lockControl, switchControl]]
];

/** The pasts of a device. One whose level is told needs no second list of being on or off. */
export function historySeriesOf(device: Device): readonly HistorySeries[] {
  const fitting = controlsOf(device);
  const series = SOURCES.flatMap(([usual, controls]): HistorySeries[] => {
    const source = controls.find((control) => fitting.includes(control));
    if (!source) return [];
    const param = source === lockControl && isPlain(device) ? 'locked' : usual;
    const shape = param === 'Value' ? 'curve' : 'changes';
    return [{ param, shape, wordsOf: (value) => source.summary(withOnly(device, param, value)) }];
  });
  return series.some(({ param }) => param === 'Level')
    ? series.filter(({ param }) => param !== 'Status')
    : series;
}

/** Whether a lock says in so many words that it is locked or not: then that has a past, and not what else it reports. */
const isPlain = ({ params }: Device): boolean => readDoorLock(params).isLocked !== undefined;

/** The device as it would be with this value. Whether it is armed is another story. */
function withOnly(device: Device, param: string, value: unknown): Device {
  const { Armed: _, ...params } = device.params;
  return { ...device, params: { ...params, [param]: value } };
}

/** A level that lasted for less than this, in ms, was one on the way to another. */
const TRANSIENT_MS = 10_000;

/**
 * What changed, newest first: a value that was told twice in a row did not, nor did a level that something passed through.
 * @param rows oldest first
 */
export function changesOf(
  rows: readonly HistoryValue[],
  { param, wordsOf }: HistorySeries
): readonly HistoryChange[] {
  const stayed = param === 'Level' ? rows.filter(hasStayed) : rows;
  const changes: HistoryChange[] = [];
  for (const { at, value } of stayed) {
    const words = wordsOf(value);
    if (changes.at(-1)?.words !== words) changes.push({ at, words });
  }
  return changes.reverse();
}

function hasStayed({ at }: HistoryValue, index: number, rows: readonly HistoryValue[]): boolean {
  const next = rows[index + 1];
  return next === undefined || next.at - at >= TRANSIENT_MS;
}

/** The points of a curve, oldest first: what is no number has no place on it. */
export function pointsOf(rows: readonly HistoryValue[]): readonly HistoryPoint[] {
  return rows.flatMap(({ at, value }) => {
    const known = readNumber(value);
    return known === undefined ? [] : [{ at, value: known }];
  });
}
