import type { CommandEntry } from '#shared/commands/command-entry';
import type { Params } from '#shared/home';
import { readThermostatSetpoint } from '#shared/interfaces/readings';
import { readNumber } from '#shared/read';
import { Cell } from '../base/cell.svelte';

/** After so many answers in a row a thermostat takes whole degrees alone. */
const ANSWERS = 2;

/** Which thermostats take whole degrees alone, as their answers to this page's home have shown. Reactive. */
export class SetpointGrids {
  /** By device: how many answers in a row were whole degrees where another value was wanted. */
  readonly #rounded = new Cell<ReadonlyMap<number, number>>(new Map());

  /** The step of a thermostat's targets, in degrees; undefined if it has shown none. */
  stepOf(device: number): number | undefined {
    return (this.#rounded.value.get(device) ?? 0) >= ANSWERS ? 1 : undefined;
  }

  /** Notes what a device has made of a confirmed command. */
  note({ device, params: { setpoint, setpointType } }: CommandEntry, reported: Params): void {
    const wanted = readNumber(setpoint);
    const answer = readThermostatSetpoint(reported).setpoints[String(setpointType)];
    if (wanted === undefined || answer === undefined || Number.isInteger(wanted)) return;
    const count = Number.isInteger(answer) ? (this.#rounded.value.get(device) ?? 0) + 1 : 0;
    this.#rounded.value = new Map(this.#rounded.value).set(device, count);
  }
}
