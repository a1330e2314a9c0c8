import type { Device } from '#shared/home';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readNumber } from '#shared/read';
import type { Readings } from '../dynamics/readings';
import { tripTimesOf } from '../dynamics/trips';
import { randomOf } from '../random';

/** A value of a parameter, and the time of the change to it. */
export interface Row {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: unknown;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Length of the simulated past, in ms: a month. */
const PAST_MS = 30 * DAY_MS;
/** Interval between two values of a gauge in the last day, in ms. */
const GAUGE_MS = 5 * MINUTE_MS;
/** Interval between two values of an energy meter in the last day, in ms. */
const COUNTER_MS = HOUR_MS;
/** Interval between two values of both before that, in ms: a month and some more have to fit into one answer. */
const SPARSE_MS = 2 * HOUR_MS;
/** How much longer a sensor was idle before the last day, in ms. */
const SPARSE_IDLE_MS = 3 * HOUR_MS;
/** Energy that the house uses per hour, in kWh. */
const KWH_AN_HOUR = 0.4;
/** Level in percent, or power in watts, of past on times of a device that is off now. */
const USUAL_WHEN_ON = 60;

/**
 * The past values of a parameter, oldest first. The last one is `value`, the value at the start of the controller. They depend only on the
 * seed, so each call gives the same result.
 */
export type Past = (device: Device, param: string, value: unknown) => Row[];

/**
 * Simulates the month before the controller was started. There are fewer values before its last day.
 * @param end when it was started, in ms since the epoch
 */
export function pastOf(readings: Readings, seed: number, end: number): Past {
  const begin = end - PAST_MS;
  const lastDay = end - DAY_MS;
  const each = (stepMs: number, valueAt: (at: number) => number) => {
    const rows: Row[] = [];
    for (let at = begin; at <= end; at += at < lastDay ? SPARSE_MS : stepMs)
      rows.push({ at, value: Math.round(valueAt(at) * 10) / 10 });
    return rows;
  };
  const trips = (device: Device) => {
    const times = tripTimesOf(device, seed, 'past');
    const rows: Row[] = [{ at: begin, value: false }];
    if (times === undefined) return rows;
    for (let at = begin; ;) {
      const from = at + times.idleMs(at) + (at < lastDay ? SPARSE_IDLE_MS : 0);
      at = from + times.trippedMs();
      if (at >= end) return rows;
      rows.push({ at: from, value: true }, { at, value: false });
    }
  };
  /** Random on and off times, generated backwards from the last value. */
  const spells = ({ id }: Device, value: unknown) => {
    const random = randomOf(seed, `spells/${id}`);
    const other = typeof value === 'boolean' ? !value : value === 0 ? USUAL_WHEN_ON : 0;
    const rows: Row[] = [];
    let isCurrent = true;
    let at = end;
    while (at > begin) {
      at -= (at > lastDay ? random.between(20, 240) : random.between(120, 480)) * MINUTE_MS;
      rows.unshift({ at: Math.max(at, begin), value: isCurrent ? value : other });
      isCurrent = !isCurrent;
    }
    return rows;
  };
  return (device, param, value) => {
    const isPower = readSensorMultilevel(device.params).quantity === 'power';
    if (param === 'Tripped') return trips(device);
    if (param === 'Status' || param === 'Level' || isPower) return spells(device, value);
    const last = readNumber(value);
    if (param !== 'Value' || last === undefined) return [{ at: begin, value }];
    if (device.type === 'DevMeter')
      return each(COUNTER_MS, (at) => last - ((end - at) / COUNTER_MS) * KWH_AN_HOUR);
    // The simulated curve, shifted so that it ends at `last`.
    const atEnd = readings(device, end) ?? 0;
    return each(GAUGE_MS, (at) => last + (readings(device, at) ?? 0) - atEnd);
  };
}
