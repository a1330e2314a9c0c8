import { fanSpeedOf, type FanSpeed } from '#shared/fan';
import type { Params } from '#shared/home';
import { CLOSED_LEVEL, OPEN_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSensorBinary, readSwitchBinary, readThermostatMode } from '#shared/interfaces/readings';
import { readThermostatFanMode } from '#shared/interfaces/thermostat-fan-mode';
import { completeColour, furtherComponentsOf, rgbOf } from '$lib/kinds/lamp-colour';
import type { Reading } from '$lib/kinds/reading';
import {
  activeSetpointsOf,
  isThermostatOff,
  mainSetpointOf,
  rangeOf,
  restingSetpointOf,
  setpointsOf,
  type Setpoint
} from '$lib/kinds/setpoint';

/** The values of a device that its controls show, typed. Components read no parameters: a lint rule checks that. */
export class DeviceValues {
  readonly #params: Params;
  readonly #setpointStep: number | undefined;

  /** @param setpointStep the step of its targets, in degrees, if it is not the usual one */
  constructor(params: Params, setpointStep?: number) {
    this.#params = params;
    this.#setpointStep = setpointStep;
  }

  /** Whether a switch is on; false if unknown. */
  get isOn(): boolean {
    return readSwitchBinary(this.#params).isOn ?? false;
  }

  /** A level from 0 to 99; undefined if unknown. */
  get level(): number | undefined {
    return readLevel(this.#params);
  }

  /** The speed of a fan; undefined if unknown. */
  get fanSpeed(): FanSpeed | undefined {
    return this.level === undefined ? undefined : fanSpeedOf(this.level);
  }

  /** How far a shutter is open, from 0 to 100, with its ends as they are meant; NaN if unknown. */
  get openness(): number {
    const level = this.level ?? NaN;
    if (level >= OPEN_LEVEL) return 100;
    return level <= CLOSED_LEVEL ? 0 : level;
  }

  /** The target of a thermostat's stepper; undefined if there is none, or are several. */
  get setpoint(): Setpoint | undefined {
    return mainSetpointOf(this.#params);
  }

  /** The target of a thermostat whose mode has none, such as `Off`: it is shown, and not set. */
  get restingSetpoint(): Setpoint | undefined {
    return restingSetpointOf(this.#params);
  }

  /** The targets that apply now. */
  get setpoints(): readonly Setpoint[] {
    return activeSetpointsOf(this.#params);
  }

  /** Whether a thermostat has a single target in all of its modes. */
  get hasOneSetpoint(): boolean {
    return setpointsOf(this.#params).length === 1;
  }

  /** The selectable range of a target. `nearby`: the room's temperature, if the thermostat measures none. */
  rangeOf(setpoint: Setpoint, nearby?: Reading) {
    return rangeOf(setpoint, this.#params, nearby, this.#setpointStep);
  }

  /** A thermostat's mode, and those that it has. */
  get thermostat() {
    return readThermostatMode(this.#params);
  }

  /** Whether it is a thermostat that is off. */
  get isThermostatOff(): boolean {
    return isThermostatOff(this.#params);
  }

  /** The mode of a thermostat's fan, and those that it has. */
  get fan() {
    return readThermostatFanMode(this.#params);
  }

  /** What a binary sensor reports. */
  get sensor() {
    return readSensorBinary(this.#params);
  }

  /** The colour of a lamp; null for none. */
  get rgb() {
    return rgbOf(this.#params) ?? null;
  }

  /** The components of a lamp's colour besides that. */
  get components() {
    return furtherComponentsOf(this.#params);
  }

  /** Completes chosen components of a lamp's colour: a colour puts out its whites, a white its colours. */
  completeColour(chosen: Parameters<typeof completeColour>[1]) {
    return completeColour(this.#params, chosen);
  }
}
