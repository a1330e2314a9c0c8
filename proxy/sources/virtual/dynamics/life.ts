import { every, type Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import type { Climate } from './climate';
import { startGauges } from './gauges';
import { startEnergyMeters, startPowerMeters } from './meters';
import type { Readings } from './readings';
import { startTrips } from './trips';

/** Interval between two gauge reports, in ms: about the traffic of a quiet radio network. */
const TURN_MS = 1500;

/** What the simulation depends on. */
interface LifeDeps {
  readonly home: LivingHome;
  /** The simulation ends when its timers are cancelled. */
  readonly clock: Clock;
  readonly climate: Climate;
  readonly readings: Readings;
  readonly seed: number;
}

/** Sets a home to the current time and starts the simulation. */
export function startLife({ home, clock, climate, readings, seed }: LifeDeps): void {
  const reportNextGauge = startGauges(home, readings, clock);
  const useEnergy = startEnergyMeters(home);
  startPowerMeters(home, clock);
  startTrips(home, clock, seed);
  let last = clock.monotonic();
  every(clock, TURN_MS, () => {
    const ms = clock.monotonic() - last;
    last += ms;
    climate.pass(ms, clock.now());
    useEnergy(ms);
    reportNextGauge();
  });
}
