import { expect, test } from 'vitest';
import { EventLog, type ControllerEvent } from '../../../../proxy/sources/served/events';
import { FakeClock } from '../../../support/fake-clock';

const READ_AGAIN = [{ type: 'DeviceListChanged' }];
const POLL_MS = 25_000;

const changeOf = (id: number): ControllerEvent => ({ type: 'DeviceChanged', device_id: id, params: [] });

function logOf(count: number) {
  const clock = new FakeClock();
  const log = new EventLog(clock);
  for (let device = 1; device <= count; device += 1) log.append(changeOf(device));
  return { clock, log };
}

test('the events after a position are numbered consecutively from the position on', () => {
  const { log } = logOf(3);
  expect(log.since(1)).toEqual({ events: [changeOf(2), changeOf(3)], last: 3 });
  expect(log.since(3)).toEqual({ events: [], last: 3 });
});

test('the events after a position require a new reading if the position is in the future', () => {
  expect(logOf(3).log.since(4)).toEqual({ events: READ_AGAIN, last: 3 });
});

test('the events after a position require a new reading if the position is no longer known', () => {
  const { log } = logOf(2003);
  expect(log.since(3).events).toHaveLength(2000);
  expect(log.since(2)).toEqual({ events: READ_AGAIN, last: 2003 });
});

const NEVER = new AbortController().signal;

test('a waiting poll is answered at once if something happened before', async () => {
  const { log } = logOf(1);
  expect(await log.next(0, POLL_MS, NEVER)).toEqual({ events: [changeOf(1)], last: 1 });
});

test('a waiting poll is answered with the next event, and with those of the same moment', async () => {
  const { clock, log } = logOf(0);
  const next = log.next(0, POLL_MS, NEVER);
  await clock.advance(POLL_MS - 1);
  log.append(changeOf(7));
  log.append(changeOf(8));
  expect(await next).toEqual({ events: [changeOf(7), changeOf(8)], last: 2 });
  expect(clock.waiting).toBe(0);
});

test('a waiting poll is answered without events after a while', async () => {
  const { clock, log } = logOf(2);
  const next = log.next(2, POLL_MS, NEVER);
  await clock.advance(POLL_MS);
  expect(await next).toEqual({ events: [], last: 2 });
  expect(clock.waiting).toBe(0);
});

test('a waiting poll leaves nothing behind when the client disconnects', async () => {
  const { clock, log } = logOf(0);
  const gone = new AbortController();
  const next = log.next(0, POLL_MS, gone.signal);
  gone.abort();
  await next;
  expect(clock.waiting).toBe(0);
  await log.next(0, POLL_MS, gone.signal);
});

test('a waiting poll requires a new reading when the controller restarts', async () => {
  const { log } = logOf(2);
  const next = log.next(2, POLL_MS, NEVER);
  log.reset();
  expect(await next).toEqual({ events: READ_AGAIN, last: 0 });
});
