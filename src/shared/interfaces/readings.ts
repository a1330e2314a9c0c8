import type { Params } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';
import { readFlag, readNumber, readNumbers, readText, readTexts } from '#shared/read';

// What the app's first page reads of interfaces that also take commands. Here they stand apart, so that the page loads no commands.

/**
 * Switch Binary (document 2.5) [D]: `Status` is on or off; where it is missing, a level tells it. Undefined where neither is known.
 * `pulseable` says whether the switch can be pulsed.
 */
export function readSwitchBinary(params: Params) {
  const level = readLevel(params);
  return {
    isOn: readFlag(params['Status']) ?? (level === undefined ? undefined : level > 0),
    isPulseable: readFlag(params['pulseable']) ?? false
  };
}

/**
 * Sensor Binary (document 2.5) [D]. `isTripped` and `isArmed` are undefined where unknown; `lastTrip` is UNIX time in
 * seconds, undefined where it never tripped (0 is never).
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

/** Thermostat Mode (document 2.5) [D]: the mode it is in, undefined where unknown, and those it has, as `Off`, `Heat`, `Cool` [O]. */
export function readThermostatMode(params: Params) {
  return { mode: readText(params['currentMode']), modes: readTexts(params['availableModes']) };
}

/** Thermostat Setpoint (document 2.5) [D]: degrees by mode, as `{"Heat": 21.5, "Cool": 25}` [O]. */
export function readThermostatSetpoint(params: Params) {
  return { setpoints: readNumbers(params['currentSetpoints']) };
}
