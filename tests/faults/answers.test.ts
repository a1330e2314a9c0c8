import { expect, it } from 'vitest';
import { wait } from '#shared/clock';
import { ERROR_STATUS, isErrorCode } from '#shared/error-codes';
import type { RawResponse } from '../support/test-proxy';
import { ANSWERS } from './cases/answers';
import { fastClock } from './fast-clock';
import { startLive } from './proxy-fixture';
import { isWhole } from './storm';

/** Time runs ten times faster, so that timeouts are ten times shorter. */
const clock = fastClock(10, false);

const { controller, proxy, join, screen, read, command, reportLevel } = await startLive({ clock });
clock.hasten();
let last = 1;
/** The outcome of a request, in the words of the table. */
async function outcomeOf(calling: Promise<RawResponse>) {
  const reply = await calling.catch(() => null);
  if (reply === null) return { outcome: 'aborted' };
  if (reply.status < 300) return { outcome: 'passed' };
  const { error } = reply.json as { error: { code: string } };
  const wanted = isErrorCode(error.code) ? ERROR_STATUS[error.code] : undefined;
  return {
    outcome: error.code,
    status: wanted === 0 ? reply.status : undefined,
    hasTrueStatus: wanted === 0 || wanted === reply.status,
    retryAfter: reply.headers['retry-after'] ?? null
  };
}

const expected = (outcome: string, status?: number, retryAfter: string | null = null) =>
  outcome === 'passed' || outcome === 'aborted'
    ? { outcome }
    : { outcome, status, hasTrueStatus: true, retryAfter };

const readDevice = (device: number) => read(`/v2/devices/${device}`);

/** Checks that another device can be read and commanded, and that its changes arrive. */
async function otherDeviceIsUsable() {
  const level = 1 + (last % 90);
  controller.on('GET /devices/2', (response) => response.end('{"id":2}'));
  controller.on('POST /devices/2/actions', (response) => response.writeHead(204).end());
  expect((await readDevice(2)).status).toBe(200);
  expect((await command(2, 'setLevel', { level })).status).toBe(204);
  await reportLevel(level, ++last);
}

/** A busy controller is not contacted for minutes. A new sign-in ends that wait. */
async function isLeftAlone() {
  while (screen.phase !== 'unreachable') await wait(clock, 10);
  const before = controller.seen.length;
  await wait(clock, 5_000);
  expect(controller.seen.length).toBe(before);
  await join();
}

/** One of each kind. What the client of a controller makes of the others is in tests/proxy/server/controllers/answers.test.ts. */
const KINDS = [
  'endless chunks',
  'a drip that never ends',
  'silence',
  'a reset in the body',
  'truncated JSON',
  'a long answer that breaks off',
  'a refusal with status 200',
  'a 429 with seconds',
  'a 503 for garbage'
];
const CASES = Object.entries(ANSWERS).filter(([name]) => isWhole || KINDS.includes(name));

it.each(CASES)('an answer with %s has its outcome, and the home stays usable', async (_name, wanted) => {
  controller.on('GET /devices/1', wanted.behave);
  expect(await outcomeOf(readDevice(1))).toEqual(expected(wanted.reading, wanted.status, wanted.retryAfter));
  controller.behave('GET /devices/1');

  // A busy machine may have lost the controller meanwhile. With such a list it would not be back.
  await controller.pollWaits();
  const before = controller.count('GET /devices?');
  controller.on('GET /devices', wanted.behave);
  await controller.answerPoll({ events: [{ type: 'DeviceListChanged' }], last: ++last });
  await controller.nextRequest('GET /devices?', before + 1);
  controller.behave('GET /devices');
  if (Number(wanted.retryAfter ?? 0) > 10) await isLeftAlone();
  await otherDeviceIsUsable();
  await screen.live();
  expect(screen.home?.devices.map(({ id }) => id)).toEqual([1, 2]);
});

it('is logged in few lines', () => {
  expect(proxy.log.entries.filter((entry) => (entry as { level: string }).level === 'error')).toEqual([]);
  expect(Math.max(...proxy.log.lines.map(({ length }) => length))).toBeLessThan(1_000);
});
