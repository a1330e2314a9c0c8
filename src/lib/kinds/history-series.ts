import type { HistoryValue } from '#shared/history';
import type { Device, Params } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { readLevel } from '#shared/interfaces/level';
import {
  readSensorBinary,
  readSwitchBinary,
  readThermostatMode,
  readThermostatSetpoint
} from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { controlsOf, type ControlName } from '#shared/kinds';
import { readNumber } from '#shared/read';
import { t } from '$lib/i18n/i18n.svelte';
import { number } from '$lib/i18n/number';
import { controlSummary, modeLabel } from './control-summary';

/** A parameter with a history: `curve` for what is measured or aimed at, `changes` for the changes of a state, `modes` of a thermostat. */
export interface HistorySeries {
  readonly param: keyof typeof READERS;
  readonly shape: 'curve' | 'changes' | 'modes';
  /** Returns the text for a value, as in the device's state. Reactive (language). */
  readonly textOf: (value: unknown) => string;
  /** Reads a value of the parameter; undefined if it is none. Several numbers are an object. */
  readonly read: (value: unknown) => unknown;
}

/** A change of state, with its time and the text of the new state. */
export interface HistoryChange {
  /** Milliseconds since the epoch, by the controller's clock; null if only the present state is known. */
  readonly at: number | null;
  readonly text: string;
}

/** What reads the parameters with a history. */
const READERS = {
  Value: (params: Params) => readSensorMultilevel(params).value,
  Tripped: (params: Params) => readSensorBinary(params).isTripped,
  Level: (params: Params) => readLevel(params),
  Status: (params: Params) => readSwitchBinary(params).isOn,
  locked: (params: Params) => readDoorLock(params).isLocked,
  currentMode: (params: Params) => readThermostatMode(params).mode,
  currentSetpoints: (params: Params) => readThermostatSetpoint(params).setpoints
} satisfies Readonly<Record<string, (params: Params) => unknown>>;

type Source = readonly [HistorySeries['param'], HistorySeries['shape'], ...controls: ControlName[]];

/** The parameters with a history, each with the controls that provide its text. The first control that fits the device is used. */
const SOURCES: readonly Source[] = [
  ['Value', 'curve', 'measurement'],
  ['Tripped', 'changes', 'contact'],
  ['Level', 'changes', 'shutter', 'level'],
  ['Status', 'changes', 'lock', 'switch'],
  ['currentMode', 'modes', 'climate'],
  ['currentSetpoints', 'curve', 'climate']
];

/** Returns the history series of a device. If it has a level, the series of on and off is left out. */
export function historySeriesOf(device: Device): readonly HistorySeries[] {
  const fitting = controlsOf(device);
  const series = SOURCES.flatMap(([usual, shape, ...controls]): HistorySeries[] => {
    const source = controls.find((control) => fitting.includes(control));
    if (!source || (source === 'climate' && !(usual in device.params))) return [];
    const param = source === 'lock' && isPlain(device) ? 'locked' : usual;
    const textOf = (value: unknown) =>
      source === 'climate' ? aimText(value) : controlSummary(source, withOnly(device, param, value));
    const read = (value: unknown) => READERS[param](withOnly(device, param, value).params);
    return [{ param, shape, textOf, read }];
  });
  const hasLevel = series.some(({ param }) => param === 'Level');
  return series.filter(({ param }) => !hasLevel || param !== 'Status');
}

/** The text of a mode, or of a target. */
function aimText(value: unknown): string {
  if (typeof value === 'number') return t('control.degrees', { value: number(value, 0, 1) });
  return typeof value === 'string' ? modeLabel(value) : t('value.unknown');
}

/** Whether a lock reports explicitly if it is locked. Then its history is `locked` instead of `Status`. */
const isPlain = ({ params }: Device): boolean => readDoorLock(params).isLocked !== undefined;

/** Returns the device with another value. `Armed` is removed, so that it is not part of the text. */
function withOnly(device: Device, param: string, value: unknown): Device {
  const { Armed: _, ...params } = device.params;
  return { ...device, params: { ...params, [param]: value } };
}

/** A level that lasted less than this in ms was only passed. */
const TRANSIENT_MS = 10_000;
/** A level above 0 that another one above 0 follows within this, in ms, was a step of dimming. */
const STEP_MS = 60_000;

/**
 * Returns the changes, newest first, without repeated values and passed levels. The newest one is the present state.
 * @param rows oldest first
 * @param present the parameter's present value; undefined if it is unknown
 */
export function changesOf(
  rows: readonly HistoryValue[],
  { param, textOf }: HistorySeries,
  present?: unknown
): readonly HistoryChange[] {
  const stayed = param === 'Level' ? rows.filter(hasStayed) : rows;
  const changes: HistoryChange[] = [];
  for (const { at, value } of stayed) {
    const text = textOf(value);
    if (changes.at(-1)?.text !== text) changes.push({ at, text });
  }
  const text = present === undefined ? undefined : textOf(present);
  const last = changes.at(-1);
  if (text !== undefined && last && last.text !== text) {
    // The last row of a ramp was reported on the way to the present level.
    const isPassed = param === 'Level' && isRamp(rows.slice(-2));
    if (isPassed) changes.pop();
    if (changes.at(-1)?.text !== text) changes.push({ at: isPassed ? last.at : null, text });
  }
  return changes.reverse();
}

/** Whether the second of two rows followed so soon that the level was moving. */
const isRamp = ([one, other]: readonly HistoryValue[]): boolean =>
  one !== undefined && other !== undefined && other.at - one.at < TRANSIENT_MS;

function hasStayed({ at, value }: HistoryValue, index: number, rows: readonly HistoryValue[]): boolean {
  const next = rows[index + 1];
  if (next === undefined) return true;
  const isStep = isAboveZero(value) && isAboveZero(next.value);
  return next.at - at >= (isStep ? STEP_MS : TRANSIENT_MS);
}

const isAboveZero = (value: unknown): boolean => (readNumber(value) ?? 0) > 0;
