import type { Clock } from '../clock';
import type { ControllerClient } from '../controllers/client';
import type { CallFailure, CallResult } from '../controllers/failure';
import { readDevices, readHome } from './home-reader';
import { decodePollReply } from './poll-reply';
import { wait } from './wait';
import type { WatchedHome } from './watched-home';

/** A controller may hold a long poll for as long as this, in ms. Whether it is there at all, the pulse feels meanwhile. */
const POLL_DEADLINE_MS = 120_000;
/** A poll that brings nothing new is not asked again sooner, in ms. */
const IDLE_POLL_MS = 1_000;
/** Where there is no poll: ms from one comparison to the next, and after how many of them rooms and sections are compared too. */
const COMPARE_MS = 5_000;
const COMPARISONS_A_HOME = 12;

/** A home that is followed. */
export interface Followed {
  readonly home: WatchedHome;
  readonly client: ControllerClient;
  readonly clock: Clock;
  /** Ends all of it. */
  readonly signal: AbortSignal;
  /** Ends the waiting for events: the controller was felt to be gone, or all of it ends. */
  readonly pollSignal: AbortSignal;
  /** There is no poll: from here on the home is only looked at from time to time. */
  readonly onComparing: () => void;
  /** A whole round of following went well. */
  readonly onRound: () => void;
}

/**
 * Reads a home and follows its changes until something fails.
 *
 * That no change is lost between the reading and the first poll rests on order: a poll without a place starts from the moment of
 * its arrival [O]; it is written to its connection before anything is asked for, and the devices are asked for last, when rooms
 * and sections have been answered, a whole round trip later. So a change came before the devices were read and is in them, or after
 * the poll had its place and is in its answer. One that is in both is applied twice, to the same end.
 *
 * Where the first poll is answered, but not as a poll is, there is none (404, 405, 501 [O]), and the home is compared instead.
 */
export async function follow(followed: Followed): Promise<CallFailure> {
  const { reply, sent } = openPoll(followed);
  await Promise.race([sent, reply]);
  const failure = await readAll(followed);
  if (failure) return failure;
  const first = await reply;
  const isNoPoll = first.ok ? decodePollReply(first.value)?.last === undefined : isAnswer(first.error);
  return isNoPoll ? followByComparing(followed) : followByPoll(followed, first);
}

/** The first poll, and when it was written to its connection. */
function openPoll(followed: Followed) {
  let onSent = () => {};
  const sent = new Promise<void>((resolve) => (onSent = resolve));
  return { sent, reply: poll(followed, '/poll', onSent) };
}

const poll = ({ client, pollSignal }: Followed, path: string, onSent?: () => void) =>
  client.read(path, { deadlineMs: POLL_DEADLINE_MS, signal: pollSignal, onSent });

/** `GET /poll?last=N` [O], again and again. A `last` that goes backwards is a controller that began anew: all is read again. */
async function followByPoll(followed: Followed, first: CallResult<unknown>): Promise<CallFailure> {
  const { clock, pollSignal } = followed;
  let place: number | undefined;
  let answer = first;
  for (;;) {
    if (!answer.ok) return answer.error;
    const reply = decodePollReply(answer.value);
    const last = reply?.last ?? place;
    if (!reply || last === undefined) return NO_PLACE;
    const isRestarted = place !== undefined && last < place;
    const isNew = last !== place;
    place = last;

    if (!isRestarted && reply.changes.length > 0) followed.home.append(reply.changes);
    const failure = isRestarted || reply.hasNewLists ? await readAll(followed) : undefined;
    if (failure) return failure;
    followed.onRound();

    const askedAt = clock.monotonic();
    answer = await poll(followed, `/poll?last=${place}`);
    const rest = IDLE_POLL_MS - (clock.monotonic() - askedAt);
    if (!isNew && rest > 0) await wait(clock, rest, pollSignal);
  }
}

/** Where there is no poll: reads again and again, and compares. */
async function followByComparing(followed: Followed): Promise<CallFailure> {
  const { home, client, clock, signal } = followed;
  followed.onComparing();
  for (let round = 1; ; round++) {
    followed.onRound();
    await wait(clock, COMPARE_MS, signal);
    const failure = round % COMPARISONS_A_HOME === 0 ? await readAll(followed) : await compareDevices();
    if (failure) return failure;
  }

  async function compareDevices(): Promise<CallFailure | undefined> {
    const since = clock.monotonic();
    const devices = await readDevices(client, signal);
    if (!devices.ok) return devices.error;
    home.take({ ...home.journal.home, devices: devices.value }, since);
    return undefined;
  }
}

const NO_PLACE: CallFailure = {
  code: 'controller-malformed',
  message: 'Its answer to a poll has no place.'
};

const isAnswer = ({ code }: CallFailure) => code === 'controller-refused' || code === 'controller-malformed';

async function readAll({ home, client, clock, signal }: Followed): Promise<CallFailure | undefined> {
  const since = clock.monotonic();
  const read = await readHome(client, signal);
  if (!read.ok) return read.error;
  home.take(read.value, since);
  return undefined;
}
