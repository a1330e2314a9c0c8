import { onTestFinished } from 'vitest';
import { VirtualClock } from '../../../../../proxy/sources/virtual/clock';
import { climateOf } from '../../../../../proxy/sources/virtual/dynamics/climate';
import { startLife } from '../../../../../proxy/sources/virtual/dynamics/life';
import { readingsOf } from '../../../../../proxy/sources/virtual/dynamics/readings';
import { climatesOf, HOUSE } from '../../../../../proxy/sources/virtual/house/house';
import { FakeClock } from '../../../../support/fake-clock';
import { HomeFixture } from '../home-fixture';

/** The virtual house, simulated without a network from an hour of a day in May, for one test. */
export function startLifeFixture(hour: number, seed = 1) {
  const clock = new FakeClock(new Date(2026, 4, 10, hour).getTime());
  const fixture = new HomeFixture(clock);
  const climate = climateOf(fixture.home, climatesOf(HOUSE), seed, clock.now());
  const readings = readingsOf(fixture.home, climate, seed);
  const lifeClock = new VirtualClock(clock);
  startLife({ home: fixture.home, clock: lifeClock, climate, readings, seed });
  const stop = () => lifeClock.cancelAll();
  onTestFinished(stop);
  return { clock, fixture, readings, stop };
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
