import { expect, it } from 'vitest';
import { ClockOffset } from '../../../../proxy/server/controllers/clock-offset';
import { FakeClock } from '../../../support/fake-clock';

const HOUR_MS = 3_600_000;
const YEARS_MS = 3 * 365 * 24 * HOUR_MS;

function listening() {
  const clock = new FakeClock();
  const offset = new ClockOffset(clock);
  const heard: (number | null)[] = [];
  offset.onChange(() => heard.push(offset.ms));
  const addDate = (ms: number) => offset.addDate(new Date(clock.now() + ms).toUTCString());
  const addTrip = (ms: number) => offset.addTrip((clock.now() + ms) / 1000);
  return { clock, offset, heard, addDate, addTrip };
}

it("the offset of a controller's clock is unknown until two dates agree", () => {
  const { offset, addDate } = listening();
  expect(offset.ms).toBeNull();
  addDate(-YEARS_MS);
  expect(offset.ms).toBeNull();
  addDate(-HOUR_MS);
  expect(offset.ms).toBeNull();
  addDate(-HOUR_MS - 1000);
  expect(offset.ms).toBe(-HOUR_MS - 1000);
});

it.each([89_000, -89_000, 0])("the offset of a controller's clock counts as none with %d ms", (ms) => {
  const { offset, addDate } = listening();
  addDate(ms);
  addDate(ms);
  expect(offset.ms).toBe(0);
});

it("the offset of a controller's clock stays unknown with times that no calendar has", () => {
  const { offset } = listening();
  for (const seconds of [1e300, 1e15, Infinity, 1e300]) {
    offset.addTrip(seconds);
    offset.addTrip(seconds);
  }
  expect(offset.ms).toBeNull();
});

it("the offset of a controller's clock stays unknown without dates, or with malformed ones", () => {
  const { offset } = listening();
  for (const date of [undefined, '', 'now', '7 apples', '2026', 'x GMT']) {
    offset.addDate(date);
    offset.addDate(date);
  }
  expect(offset.ms).toBeNull();
});

it("the offset of a controller's clock comes from trips heard live, whatever the dates say: local time may be sent as UNIX time", () => {
  const { offset, addDate, addTrip } = listening();
  addDate(0);
  addDate(0);
  expect(offset.ms).toBe(0);
  addTrip(2 * HOUR_MS);
  expect(offset.ms).toBe(0);
  addTrip(2 * HOUR_MS - 1000);
  expect(offset.ms).toBe(2 * HOUR_MS - 1000);
});

it("the offset of a controller's clock does not follow one late event, and is reported again only when it differs", () => {
  const { heard, addDate, addTrip } = listening();
  addDate(0);
  addDate(0);
  addTrip(-10 * 60_000);
  addTrip(-1000);
  addDate(0);
  expect(heard).toEqual([0]);
  addDate(YEARS_MS);
  addDate(YEARS_MS);
  addDate(YEARS_MS + 9000);
  expect(heard).toEqual([0, YEARS_MS]);
});
