import type { DeviceChange } from '#shared/changes';
import { wait } from '#shared/clock';
import { readFlag, readNumber } from '#shared/read';
import { isAbsent, type CallFailure } from '../../controllers/failure';
import { refreshAll, refreshDevices, refreshNamed, type RefreshDeps } from './home-reader';
import { decodePollReply, type PollReply } from './poll-reply';

/** Timeout of a long poll, in ms. The health check runs meanwhile. */
const POLL_TIMEOUT_MS = 120_000;
/** Minimum interval of polls that return at once without news, in ms. */
const MIN_IDLE_POLL_GAP_MS = 1_000;
/** A poll without news that was held for this time, in ms, is followed by the next at once: a change would wait for it. */
const HELD_POLL_MS = 250;
/** Time before a refused or malformed poll is repeated, in ms: the first time, the second, … */
const RETRY_POLL_MS = [100, 1_000, 2_000, 4_000];
const MAX_RETRY_POLL_MS = 5_000;
/** After this many failures in a row, the controller may reject the cursor. */
const MAX_FAILURES_PER_CURSOR = 2;
/** Minimum interval of reading lists, in ms, unless a poll brought a cursor. */
const MIN_READING_INTERVAL_MS = 5_000;
/**
 * Without a poll: number of comparisons after which rooms and sections are compared too, and after which the poll is tried again (3 min while
 * somebody looks).
 */
const COMPARISONS_A_HOME = 12;
const COMPARISONS_A_POLL = 36;

/**
 * After a poll with more events and values than `MANY_VALUES`, or a cycle that read more bytes than `MANY_BYTES`, the next poll waits: on
 * average at most so many are read in a ms. So a controller that floods its own screens does not delay those of others.
 */
const MANY_VALUES = 200;
const VALUES_PER_MS = 2;
const MANY_BYTES = 64 * 1024;
const BYTES_PER_MS = 2 * 1024;
/** Maximum length of that pause, in ms. */
const MAX_PAUSE_MS = 5_000;
/** Minimum interval of reading lists that the controller reports as changed, in ms. */
const MIN_LISTS_GAP_MS = 1_000;

/** Parameters of a home's sync; `signal` ends all of it. */
interface SyncOptions extends RefreshDeps {
  /** Aborts the long poll: the health check failed, or everything ends. */
  readonly pollSignal: AbortSignal;
  /** Whether changes come as events, or by comparing the home at an interval. */
  readonly onMode: (mode: 'polling' | 'comparing') => void;
  /** Resolves when the next comparison is due, if there is no poll. */
  readonly untilCompared: () => Promise<void>;
  /** A whole cycle succeeded. */
  readonly onCycle: () => void;
}

/**
 * Reads a home and syncs its changes until something fails: by long poll, or by comparing if the controller has no poll (404, 405 or
 * 501 [O]). Even then the poll is tried again every few minutes.
 */
export async function syncHome(options: SyncOptions): Promise<CallFailure> {
  for (;;) {
    options.onMode('polling');
    const end = await syncByPoll(options);
    if (!isAbsent(end)) return end;
    options.onMode('comparing');
    const failure = await syncByComparing(options);
    if (failure) return failure;
  }
}

/**
 * Sends `GET /poll?last=N` [O] again and again. The first poll has `last=0`, like those of other clients. Every later one has the `last` of
 * the reply before.
 *
 * No change is lost, whatever 0 means to a controller:
 *
 * 1. A poll without a cursor is written to its connection before any other request. The devices are requested last, a whole round trip
 *    later, when rooms and sections were answered. So the controller has the poll before it sends the devices.
 * 2. If the reply arrives before the devices are requested, every change up to the reply's `last` is older than the list, and in it. The
 *    events are history and are not applied.
 * 3. If the reply arrives later, a change up to its `last` is either in the list or newer. A newer one happened while the poll waited, so
 *    the reply names its device, and that device is read again. The events are not applied either, since it is not known which of them are
 *    history.
 * 4. A change after `last` is in a reply to a later poll. It is applied. If a list or a reading contained it already, applying it again
 *    changes nothing.
 * 5. A reply without `last` does not move the cursor: the devices that it names are read, and the same poll is repeated.
 * 6. Without a cursor (only empty replies, or failures) nothing is certain, so each such poll begins at 1 again. Its list waits until the
 *    one before is `MIN_READING_INTERVAL_MS` old, or until the reply has a cursor.
 * 7. If `last` goes backwards, the controller has restarted: everything is read again, after the reply, so that 2 holds.
 */
async function syncByPoll(options: SyncOptions): Promise<CallFailure> {
  const { client, clock, pollSignal } = options;
  let cursor: number | undefined;
  let failures = 0;
  let readAt = -Infinity;
  let newListsAt = -Infinity;
  for (;;) {
    const askedAt = clock.monotonic();
    const readBefore = client.bytesRead;
    const poll = openPoll(options, cursor ?? 0);
    let isOlderThanList = false;
    if (cursor === undefined && (await isListDue(options, poll, readAt + MIN_READING_INTERVAL_MS))) {
      readAt = clock.monotonic();
      const failure = await refreshAll(options, () => (isOlderThanList = poll.answered.aborted));
      if (failure) return failure;
    }
    const answer = await poll.reply;
    if (!answer.ok) {
      if (!isFault(answer.error)) return answer.error;
      if (++failures >= MAX_FAILURES_PER_CURSOR) cursor = undefined;
      await wait(clock, RETRY_POLL_MS[failures - 1] ?? MAX_RETRY_POLL_MS, pollSignal);
      continue;
    }
    failures = 0;
    const { last, count, hasNewLists } = answer.value;
    const isNew = last !== undefined && last !== cursor;
    if (hasNewLists) {
      await wait(clock, newListsAt + MIN_LISTS_GAP_MS - clock.monotonic(), pollSignal);
      newListsAt = clock.monotonic();
    }
    const failure = await takeReply(options, answer.value, { cursor, isOlderThanList });
    if (failure) return failure;
    options.onCycle();
    cursor = last ?? cursor;
    const heldMs = clock.monotonic() - askedAt;
    const pauseMs = pauseAfter(count, client.bytesRead - readBefore);
    const idleMs = !isNew && heldMs < HELD_POLL_MS ? MIN_IDLE_POLL_GAP_MS - heldMs : 0;
    if (pauseMs > 0 || idleMs > 0) await wait(clock, Math.max(pauseMs, idleMs), pollSignal);
  }
}

/**
 * Applies the reply to a poll from `cursor`: its events, or new readings of the devices that it names. New lists are read even if the reply
 * is older than the list of devices: it may be newer than those of rooms and sections.
 */
async function takeReply(
  options: SyncOptions,
  { last, changes, devices, reports, hasNewLists }: PollReply,
  { cursor, isOlderThanList }: { cursor: number | undefined; isOlderThanList: boolean }
): Promise<CallFailure | undefined> {
  const isHistory = cursor === undefined || cursor === 0 || last === undefined;
  const isRestarted = !isHistory && last < cursor;
  if (!isHistory && !isRestarted) {
    addTrips(options, changes);
    options.home.append(changes);
    for (const report of reports) options.home.report(report);
  }
  if (isRestarted || hasNewLists) return refreshAll(options);
  return isHistory && !isOlderThanList ? refreshNamed(options, devices) : undefined;
}

/** Compares the controller's clock by the trips that it reports live. */
function addTrips({ client }: SyncOptions, changes: readonly DeviceChange[]) {
  const trips = changes.map(({ params = {} }) =>
    readFlag(params['Tripped']) ? readNumber(params['lasttrip']) : 0
  );
  const last = Math.max(...trips.map((seconds) => seconds ?? 0));
  if (last > 0) client.clockOffset.addTrip(last);
}

/** A poll in flight. `sent` is fulfilled when it was written to its connection, and `answered` aborted when the reply has arrived. */
function openPoll({ client, pollSignal }: SyncOptions, cursor: number) {
  const answered = new AbortController();
  let onSent = () => {};
  const sent = new Promise<void>((resolve) => (onSent = resolve));
  const reply = client
    .read(`/poll?last=${cursor}`, { timeoutMs: POLL_TIMEOUT_MS, signal: pollSignal, onSent })
    .then((answer) => {
      answered.abort();
      return answer.ok ? decodePollReply(answer.value) : answer;
    });
  return { sent, reply, answered: answered.signal };
}

/** Whether the lists have to be read beside a poll without a cursor: when their time has come, or when the poll returns a cursor. */
async function isListDue(
  { clock, pollSignal }: SyncOptions,
  { sent, reply, answered }: ReturnType<typeof openPoll>,
  dueAt: number
): Promise<boolean> {
  await Promise.race([sent, reply]);
  if (pollSignal.aborted) return false;
  await wait(clock, dueAt - clock.monotonic(), answered);
  if (clock.monotonic() >= dueAt) return true;
  const answer = await reply;
  return answer.ok && answer.value.last !== undefined;
}

/** Time to wait after a cycle, in ms. */
function pauseAfter(count: number, bytes: number): number {
  const ofValues = count > MANY_VALUES ? count / VALUES_PER_MS : 0;
  const ofBytes = bytes > MANY_BYTES ? bytes / BYTES_PER_MS : 0;
  return Math.min(MAX_PAUSE_MS, Math.max(ofValues, ofBytes));
}

/** Without a poll: reads and compares at an interval, until the poll is tried again. */
async function syncByComparing(options: SyncOptions): Promise<CallFailure | undefined> {
  for (let round = 1; round <= COMPARISONS_A_POLL; round++) {
    options.onCycle();
    await options.untilCompared();
    const failure = await (round % COMPARISONS_A_HOME === 0 ? refreshAll(options) : refreshDevices(options));
    if (failure) return failure;
  }
  return undefined;
}

/** Whether a poll got an answer that is no reply to a poll. This can happen once, and the next poll may succeed. */
const isFault = (failure: CallFailure) =>
  (failure.code === 'controller-refused' || failure.code === 'controller-malformed') && !isAbsent(failure);
