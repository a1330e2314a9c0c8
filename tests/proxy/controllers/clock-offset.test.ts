import { expect, it } from 'vitest';
import { ClockOffset } from '../../../proxy/controllers/clock-offset';
import { FakeClock } from '../../support/fake-clock';

const HOUR_MS = 3_600_000;
const YEARS_MS = 3 * 365 * 24 * HOUR_MS;

function listening() {
  const clock = new FakeClock();
  const offset = new ClockOffset(clock);
  const heard: (number | null)[] = [];
  offset.onChange(() => heard.push(offset.ms));
  const hearDate = (ms: number) => offset.hearDate(new Date(clock.now() + ms).toUTCString());
  const hearTrip = (ms: number) => offset.hearTrip((clock.now() + ms) / 1000);
  return { clock, offset, heard, hearDate, hearTrip };
}

it("the offset of a controller's clock is unknown until two dates agree", () => {
  const { offset, hearDate } = listening();
  expect(offset.ms).toBeNull();
  hearDate(-YEARS_MS);
  expect(offset.ms).toBeNull();
  hearDate(-HOUR_MS);
  expect(offset.ms).toBeNull();
  hearDate(-HOUR_MS - 1000);
  expect(offset.ms).toBe(-HOUR_MS - 1000);
});

it.each([89_000, -89_000, 0])("the offset of a controller's clock counts as none with %d ms", (ms) => {
  const { offset, hearDate } = listening();
  hearDate(ms);
  hearDate(ms);
  expect(offset.ms).toBe(0);
});

it("the offset of a controller's clock stays unknown with times that no calendar has", () => {
  const { offset } = listening();
  for (const seconds of [1e300, 1e15, Infinity, 1e300]) {
    offset.hearTrip(seconds);
    offset.hearTrip(seconds);
  }
  expect(offset.ms).toBeNull();
});

it("the offset of a controller's clock stays unknown without dates, or with malformed ones", () => {
  const { offset } = listening();
  for (const date of [undefined, '', 'now', '7 apples', '2026', 'x GMT']) {
    offset.hearDate(date);
    offset.hearDate(date);
  }
  expect(offset.ms).toBeNull();
});

it("the offset of a controller's clock comes from trips heard live, whatever the dates say: local time may be sent as UNIX time", () => {
  const { offset, hearDate, hearTrip } = listening();
  hearDate(0);
  hearDate(0);
  expect(offset.ms).toBe(0);
  hearTrip(2 * HOUR_MS);
  expect(offset.ms).toBe(0);
  hearTrip(2 * HOUR_MS - 1000);
  expect(offset.ms).toBe(2 * HOUR_MS - 1000);
});

it("the offset of a controller's clock does not follow one late event, and is reported again only when it differs", () => {
  const { heard, hearDate, hearTrip } = listening();
  hearDate(0);
  hearDate(0);
  hearTrip(-10 * 60_000);
  hearTrip(-1000);
  hearDate(0);
  expect(heard).toEqual([0]);
  hearDate(YEARS_MS);
  hearDate(YEARS_MS);
  hearDate(YEARS_MS + 9000);
  expect(heard).toEqual([0, YEARS_MS]);
});
