import { fanSpeedOf } from '#shared/fan';
import { isFactSensor, isFaultSensor, isOverloadSensor, isTripped } from '#shared/hazards';
import { isNotReady, type Device, type Params } from '#shared/home';
import { readDoorLock } from '#shared/interfaces/door-lock';
import { CLOSED_LEVEL, OPEN_LEVEL, percentOf, readLevel } from '#shared/interfaces/level';
import { readSensorBinary, readSwitchBinary, readThermostatMode } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { type ControlName, hasControl, mainControlOf } from '#shared/kinds';
import { isAlarm, meaningOf, type Detected } from '#shared/meaning';
import { sensitiveKindOf } from '#shared/sensitive';
import { thermostatFanModeOf, thermostatModeOf } from '#shared/thermostat-modes';
import { phraseOf, readableName } from '#shared/words';
import { t } from '$lib/i18n/i18n.svelte';
import type { PlainKey } from '$lib/i18n/keys';
import { facts } from '$lib/i18n/list';
import { degrees, measure, percent } from '$lib/i18n/number';
import { isLocked } from './active';
import { inUnit } from './reading';
import { activeSetpointsOf, isThermostatOff, setpointsOf, targetUnitOf } from './setpoint';
import type { Surroundings } from './surroundings';
import { isUnguarded } from './unguarded';

/** The operating states observed in use [O]. Others are shown by the controller's own names. */
const STATES = ['Idle', 'Heating', 'Cooling'] as const;

const DETECTIONS: Readonly<Record<Detected, { readonly tripped: PlainKey; readonly idle: PlainKey }>> = {
  motion: { tripped: 'device.motion', idle: 'device.noMotion' },
  smoke: { tripped: 'device.smoke', idle: 'device.noSmoke' },
  co: { tripped: 'device.co', idle: 'device.noCo' },
  co2: { tripped: 'device.co2', idle: 'device.noCo2' },
  gas: { tripped: 'device.gas', idle: 'device.noGas' },
  heat: { tripped: 'device.heat', idle: 'device.noHeat' },
  leak: { tripped: 'device.leak', idle: 'device.noLeak' },
  door: { tripped: 'device.open', idle: 'device.closed' },
  window: { tripped: 'device.open', idle: 'device.closed' },
  tripped: { tripped: 'device.tripped', idle: 'device.notTripped' }
};

/** What sensors tell of their own device, by the words of their role or type. */
const OWN_FACTS = [
  { words: /\btamper/, tripped: 'device.tampered', idle: 'device.notTampered' },
  { words: /\bbatt/, tripped: 'battery.mark', idle: 'device.batteryOk' },
  { words: /\b(fault|trouble|malfunction)/, tripped: 'device.faulty', idle: 'device.notFaulty' }
] as const;

const ownFactOf = ({ role, type }: Device) =>
  OWN_FACTS.find(({ words }) => words.test(phraseOf(role)) || words.test(phraseOf(type)));

const OVERLOAD = { tripped: 'device.overloaded', idle: 'device.notOverloaded' } as const;
const OWN_HEAT = { tripped: 'device.overheated', idle: 'device.notOverheated' } as const;

function detectionOf(device: Device): { readonly tripped: PlainKey; readonly idle: PlainKey } {
  if (isOverloadSensor(device)) return OVERLOAD;
  const own = isFactSensor(device) ? ownFactOf(device) : undefined;
  if (own) return own;
  return isFaultSensor(device) ? OWN_HEAT : DETECTIONS[meaningOf(device).detected];
}

/** Returns what a tripped binary sensor detects. Reactive (language). */
export const trippedLabel = (device: Device): string => t(detectionOf(device).tripped);

/** Returns the label of a thermostat mode, or of what a setpoint is for. An unknown one has the controller's name, made readable. */
export function modeLabel(mode: string): string {
  const known = thermostatModeOf(mode);
  return known ? t(`mode.${known.name}`) : readableName(mode);
}

type Summary = (device: Device, around?: Surroundings) => string;

const SUMMARIES: Readonly<Record<ControlName, Summary>> = {
  climate: climateSummary,
  colour: (device) => (hasControl(device, 'level') ? levelSummary(device) : switchSummary(device)),
  contact: contactSummary,
  fan: fanSummary,
  level: levelSummary,
  lock: lockSummary,
  measurement({ params }) {
    const { value, unit } = readSensorMultilevel(params);
    return value === undefined ? t('value.none') : measure(value, unit);
  },
  shutter: shutterSummary,
  switch: switchSummary
};

/**
 * Returns the state of a control of a device in one line. Reactive (language).
 * @param around what a thermostat's text depends on besides itself
 */
export function controlSummary(control: ControlName, device: Device, around?: Surroundings): string {
  return SUMMARIES[control](device, around);
}

/** The measured temperature, what the thermostat does, and the range between several setpoints. A single one has a control of its own. */
function climateSummary({ params }: Device, around?: Surroundings): string {
  const { value, unit } = readSensorMultilevel(params);
  const nearby = around?.temperature?.reading;
  const measured = value === undefined ? nearby : { value, unit };
  const hasTargets = setpointsOf(params).length > 0;
  const shown = measured && hasTargets ? inUnit(measured, targetUnitOf(params, nearby)) : measured;
  const targets = activeSetpointsOf(params).map((setpoint) => setpoint.degrees);
  const range = [Math.min(...targets), Math.max(...targets)]
    .map((target) => degrees(target, around?.targetUnit, 0))
    .join('–');
  const measurement = shown && measure(shown.value, shown.unit);
  return facts(measurement, stateLabel(params), targets.length > 1 && range) || t('value.none');
}

/** Returns what a thermostat does: its operating state, or its mode if that is unknown or `Off`. Reactive (language). */
export function stateLabel(params: Params): string | undefined {
  const { state } = readThermostatOperatingState(params);
  const { mode } = readThermostatMode(params);
  if (isThermostatOff(params)) return t('mode.Off');
  const known = STATES.find((each) => each === state);
  if (known) return t(`state.${known}`);
  if (state !== undefined) return readableName(state);
  return mode === undefined ? undefined : modeLabel(mode);
}

function contactSummary(device: Device): string {
  const { isTripped, isArmed } = readSensorBinary(device.params);
  const { tripped, idle } = detectionOf(device);
  const state = isTripped === undefined ? t('value.unknown') : t(isTripped ? tripped : idle);
  return facts(state, isUnguarded(device) ? unguardedLabel(device) : isArmed === true && t('device.armed'));
}

/** What an armed sensor does not do yet, and until when. */
const unguardedLabel = (device: Device): string =>
  t(meaningOf(device).nature === 'opening' ? 'device.unguardedOpen' : 'device.unguarded');

function levelSummary(device: Device): string {
  const level = readLevel(device.params);
  if (level === undefined) return t('value.none');
  return level === 0 ? t(isValve(device) ? 'device.closed' : 'device.off') : percent(percentOf(level));
}

function fanSummary({ params }: Device): string {
  const level = readLevel(params);
  return level === undefined ? t('value.none') : t(`fan.${fanSpeedOf(level)}`);
}

/** If the meaning of a lock's reports is unknown, its text is neutral. */
function lockSummary(device: Device): string {
  const locked = isLocked(device);
  if (locked !== undefined) return t(locked ? 'device.locked' : 'device.unlocked');
  const { reportsOn } = readDoorLock(device.params);
  if (reportsOn === undefined) return t('value.unknown');
  return t(reportsOn ? 'device.reportsOn' : 'device.reportsOff');
}

function shutterSummary({ params }: Device): string {
  const level = readLevel(params);
  if (level === undefined) return t('value.none');
  if (level <= CLOSED_LEVEL) return t('device.closed');
  return level >= OPEN_LEVEL ? t('device.open') : t('device.openPercent', { percent: percent(level) });
}

/** A valve that is on is open. */
const isValve = (device: Device) => sensitiveKindOf(device) === 'valve';

function switchSummary(device: Device): string {
  const { isOn } = readSwitchBinary(device.params);
  if (isOn === undefined) return t('value.unknown');
  if (isValve(device)) return t(isOn ? 'device.open' : 'device.closed');
  return t(isOn ? 'device.on' : 'device.off');
}

/**
 * Returns a device's state in one line. A dead device is "unavailable", whatever it reported last; an alarm is shown
 * nevertheless. Reactive (language).
 * @param around see `surroundingsOf`
 */
export function summaryOf(device: Device, around?: Surroundings): string {
  const control = mainControlOf(device);
  if (!device.alive) {
    const unavailable = t('value.unavailable');
    return facts(control && isAlarm(device) && controlSummary(control, device), unavailable);
  }
  if (control) return controlSummary(control, device, around);
  if (isNotReady(device)) return t('device.notReady');
  return t(device.interfaces.includes('Gateway') ? 'device.gateway' : 'device.nothingKnown');
}

/** The calm states of detectors that are too long for a line with others. */
const BRIEF: Readonly<Partial<Record<Detected, PlainKey>>> = {
  co: 'device.noCoBrief',
  co2: 'device.noCo2Brief'
};

/** The order of the sensors of a detector in a line that may be cut: what is tripped, what does not respond, what is calm. */
const urgencyOf = (sensor: Device): number => (isTripped(sensor) ? 0 : sensor.alive ? 2 : 1);

/**
 * Returns the states of the sensors of one detector in one line, a danger first: "No smoke · No CO", "Carbon monoxide detected · No smoke".
 * Reactive (language).
 */
export function detectorSummary(sensors: readonly Device[]): string {
  const inOrder = [...sensors].sort((one, other) => urgencyOf(one) - urgencyOf(other));
  const texts = inOrder.map((sensor) => {
    const { isTripped, isArmed } = readSensorBinary(sensor.params);
    const brief = BRIEF[meaningOf(sensor).detected];
    return brief && sensor.alive && isTripped === false && isArmed !== true ? t(brief) : summaryOf(sensor);
  });
  return facts(...new Set(texts));
}

/** Returns the label of a fan mode. An unknown one has the controller's name, made readable. Reactive (language). */
export function fanModeLabel(mode: string): string {
  if (mode === 'On') return t('device.on');
  const known = thermostatFanModeOf(mode);
  return known ? t(`mode.${known.name}`) : modeLabel(mode);
}
