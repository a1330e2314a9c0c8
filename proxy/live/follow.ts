import { wait } from '#shared/clock';
import { isAbsent, type CallFailure, type CallResult } from '../controllers/failure';
import { decodePollReply, type PollReply } from './poll-reply';
import { refreshAll, refreshDevices, refreshNamed, type RefreshParts } from './refresh';

/** A controller may hold a long poll for as long as this, in ms. The health check runs meanwhile. */
const POLL_DEADLINE_MS = 120_000;
/** A poll that brings nothing new at once is not asked again sooner, in ms. */
const MIN_IDLE_POLL_GAP_MS = 1_000;
/** A poll that brings nothing new, but was held for so long, is asked again at once, in ms: a change would wait for it. */
const HELD_POLL_MS = 250;
/** How long to wait before a poll is asked again that was refused or garbled, in ms: the first time, the second, … */
const RETRY_POLL_MS = [100, 1_000, 2_000, 4_000];
const MAX_RETRY_POLL_MS = 5_000;
/** After this many failures in a row, the controller may reject the cursor. */
const MAX_FAILURES_PER_CURSOR = 2;
/** Lists are not read sooner again than this, in ms, but where a cursor was gained; and this often where there is no poll. */
const COMPARE_INTERVAL_MS = 5_000;
/** Where there is no poll: after so many comparisons rooms and sections are compared too, and the poll is tried again (3 min). */
const COMPARISONS_A_HOME = 12;
const COMPARISONS_A_POLL = 36;

/** Where a poll's answer has more changes than this, the next one waits a ms for each: a flood of long answers leaves room for others. */
const MANY_CHANGES = 100;
/** Lists that are said to have changed are not read sooner again than this, in ms. */
const MIN_LISTS_GAP_MS = 1_000;

/** Parameters of a home's sync; `signal` ends all of it. */
interface SyncOptions extends RefreshParts {
  /** Aborts the long poll: the health check failed, or everything ends. */
  readonly pollSignal: AbortSignal;
  /** Whether events tell what changes, or the home is only looked at from time to time. */
  readonly onMode: (mode: 'polling' | 'comparing') => void;
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
 * `GET /poll?last=N` [O], again and again. The first asks `last=0`, as clients do; every later one asks for what came after the `last` of
 * the reply before.
 *
 * That no change is lost, whatever a controller takes 0 for:
 *
 * 1. A poll without a cursor is written to its connection before anything else is asked for, and the devices are asked for last, when
 *    rooms and sections have been answered, a whole round trip later. So the controller has it before it tells the devices.
 * 2. Its reply was there before the devices were asked for: every change up to the reply's `last` is older than the list, and in it.
 *    Its events are history and are not applied.
 * 3. Its reply came later: a change up to its `last` is older than the list and in it, or newer. A newer one happened while the poll
 *    waited, so the reply names its device, and that device is read once more. Its events are not applied either: nobody knows
 *    which of them are history.
 * 4. A change after `last` is in a reply to a poll from `last` on. That one is applied; one that a list or a reading had already is applied
 *    twice, to the same end.
 * 5. A reply without `last` moves no cursor: the devices that it names are read, and the same poll is asked again.
 * 6. While there is no cursor (nothing but empty replies, or failures) nothing is certain, so each such poll begins at 1 again. Its list
 *    waits until the one before is `COMPARE_INTERVAL_MS` old, or until the reply brings a cursor.
 * 7. A `last` that goes backwards is a controller that began anew: all is read again, after the reply, so that 2 holds.
 */
async function syncByPoll(options: SyncOptions): Promise<CallFailure> {
  const { clock, pollSignal } = options;
  let cursor: number | undefined;
  let failures = 0;
  let readAt = -Infinity;
  let newListsAt = -Infinity;
  for (;;) {
    const askedAt = clock.monotonic();
    const poll = openPoll(options, cursor ?? 0);
    let isOlderThanList = false;
    if (cursor === undefined && (await isListDue(options, poll, readAt + COMPARE_INTERVAL_MS))) {
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
    const { last, changes, hasNewLists } = answer.value;
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
    if (isNew && changes.length > MANY_CHANGES) await wait(clock, changes.length, pollSignal);
    else if (!isNew && heldMs < HELD_POLL_MS) await wait(clock, MIN_IDLE_POLL_GAP_MS - heldMs, pollSignal);
  }
}

/**
 * Takes in what a reply to a poll from `place` tells: its events, or what the devices that it names are like now. New lists are read
 * even where the reply is older than the list of devices: it may be newer than those of rooms and sections.
 */
async function takeReply(
  options: SyncOptions,
  { last, changes, devices, hasNewLists }: PollReply,
  { cursor, isOlderThanList }: { cursor: number | undefined; isOlderThanList: boolean }
): Promise<CallFailure | undefined> {
  const isHistory = cursor === undefined || cursor === 0 || last === undefined;
  const isRestarted = !isHistory && last < cursor;
  if (!isHistory && !isRestarted && changes.length > 0) options.home.append(changes);
  if (isRestarted || hasNewLists) return refreshAll(options);
  return isHistory && !isOlderThanList ? refreshNamed(options, devices) : undefined;
}

/** A poll under way. */
interface OpenPoll {
  /** When it was written to its connection. */
  readonly sent: Promise<void>;
  readonly reply: Promise<CallResult<PollReply>>;
  /** Aborted when the reply is there. */
  readonly answered: AbortSignal;
}

function openPoll({ client, pollSignal }: SyncOptions, cursor: number): OpenPoll {
  const answered = new AbortController();
  let onSent = () => {};
  const sent = new Promise<void>((resolve) => (onSent = resolve));
  const reply = client
    .read(`/poll?last=${cursor}`, { deadlineMs: POLL_DEADLINE_MS, signal: pollSignal, onSent })
    .then((answer) => {
      answered.abort();
      return answer.ok ? decodePollReply(answer.value) : answer;
    });
  return { sent, reply, answered: answered.signal };
}

/** Whether the lists are to be read beside a poll without a place: when it is time, or when it brings one. */
async function isListDue(
  { clock, pollSignal }: SyncOptions,
  { sent, reply, answered }: OpenPoll,
  dueAt: number
): Promise<boolean> {
  await Promise.race([sent, reply]);
  if (pollSignal.aborted) return false;
  await wait(clock, dueAt - clock.monotonic(), answered);
  if (clock.monotonic() >= dueAt) return true;
  const answer = await reply;
  return answer.ok && answer.value.last !== undefined;
}

/** Where there is no poll: reads again and again, and compares, until it is time to try the poll again. */
async function syncByComparing(options: SyncOptions): Promise<CallFailure | undefined> {
  for (let round = 1; round <= COMPARISONS_A_POLL; round++) {
    options.onCycle();
    await wait(options.clock, COMPARE_INTERVAL_MS, options.signal);
    const failure = await (round % COMPARISONS_A_HOME === 0 ? refreshAll(options) : refreshDevices(options));
    if (failure) return failure;
  }
  return undefined;
}

/** Whether a poll was answered, but not as a poll is: that can happen once, and says nothing of the next. */
const isFault = (failure: CallFailure) =>
  (failure.code === 'controller-refused' || failure.code === 'controller-malformed') && !isAbsent(failure);
