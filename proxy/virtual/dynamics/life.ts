import { every, type Clock } from '#shared/clock';
import type { LivingHome } from '../home/living-home';
import type { Climate } from './climate';
import { Energy } from './energy';
import { Gauges } from './gauges';
import { Meters } from './meters';
import type { Readings } from './readings';
import { Trips } from './trips';

/** Interval between two gauge reports, in ms: about the traffic of a quiet radio network. */
const TURN_MS = 1500;

/** What the simulation depends on. */
interface LifeDeps {
  readonly home: LivingHome;
  readonly clock: Clock;
  readonly climate: Climate;
  readonly readings: Readings;
  readonly seed: number;
}

/** Sets a home to the current time and starts the simulation. Returns a function that stops it. */
export function startLife({ home, clock, climate, readings, seed }: LifeDeps): () => void {
  const gauges = new Gauges(home, readings, clock);
  const energy = new Energy(home);
  climate.begin(clock.now());
  gauges.settle();

  let last = clock.monotonic();
  const pass = () => {
    const ms = clock.monotonic() - last;
    last += ms;
    climate.pass(ms, clock.now());
    energy.pass(ms);
    gauges.reportNext();
  };
  const stops = [
    every(clock, TURN_MS, pass),
    new Meters(home, clock).start(),
    new Trips(home, clock, seed).start()
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
