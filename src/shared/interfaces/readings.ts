import type { Params } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';
import { readFlag, readNumber, readNumbers, readText, readTexts } from '#shared/read';

// Readers that the first page needs. They are separate, so that it loads no commands and no other readers.

/**
 * Battery [A]: the charge in percent. Z-Wave sends 255 for "almost empty", which is read as 0. Undefined if it is missing or
 * any other number above 100 or below 0. `isLow` is what the device says itself, as `batteryLow` [A]; undefined if it says nothing.
 */
export function readBattery(params: Params) {
  const level = readNumber(params['batteryLevel']);
  const isKnown = level !== undefined && level >= 0 && level <= 100;
  const percent = level === 255 ? 0 : isKnown ? level : undefined;
  return { percent, isLow: readFlag(params['batteryLow']) };
}

/**
 * Switch Binary (document 2.5) [D]. `isOn` is `Status`, or derived from the level if that is missing; undefined if
 * neither is known. `isPulseable` tells whether the switch supports pulses.
 */
export function readSwitchBinary(params: Params) {
  const level = readLevel(params);
  return {
    isOn: readFlag(params['Status']) ?? (level === undefined ? undefined : level > 0),
    isPulseable: readFlag(params['pulseable']) ?? false
  };
}

/**
 * Sensor Binary (document 2.5) [D]. `isTripped` and `isArmed` are undefined if unknown. `lastTrip` is UNIX time in
 * seconds; undefined if it never tripped (the controller sends 0).
 */
export function readSensorBinary(params: Params) {
  return {
    isTripped: readFlag(params['Tripped']),
    isArmed: readFlag(params['Armed']),
    isArmable: readFlag(params['armable']) ?? false,
    isAckable: readFlag(params['ackable']) ?? false,
    lastTrip: readNumber(params['lasttrip']) || undefined
  };
}

/**
 * Thermostat Mode (document 2.5) [D]: the current mode, undefined if unknown, and the available ones, such as `Off`,
 * `Heat` and `Cool` [O].
 */
export function readThermostatMode(params: Params) {
  return { mode: readText(params['currentMode']), modes: readTexts(params['availableModes']) };
}

/** A setpoint above this in an unknown unit is taken as °F. The document has no unit for setpoints [A]. */
export const WARMER_THAN_HOMES = 45;

/** Thermostat Setpoint (document 2.5) [D]: degrees by mode, such as `{"Heat": 21.5, "Cool": 25}` [O]. */
export function readThermostatSetpoint(params: Params) {
  return { setpoints: readNumbers(params['currentSetpoints']) };
}
