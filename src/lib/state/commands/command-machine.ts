import type { Params } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import {
  concernSame,
  isMatched,
  isNearEnough,
  isTouched,
  isUnderWay,
  timeoutMs,
  type CommandEntry
} from './command-entry';
import type { CommandEffect, CommandEvent, CommandMoment, CommandStep } from './command-events';
import { isOlderEffect, isSettled, put, without } from './command-order';
import type { ClientFailure } from '../connection/failure';

/** Milliseconds until a command is shown as being sent. Faster commands show no progress. */
export const VISIBLE_AFTER_MS = 190;
/** The maximum time in ms that a command is held while the link reconnects. */
export const HOLD_TIMEOUT_MS = 1000;
/** Minimum milliseconds from a late acceptance to the deadline of the change. */
const ACCEPTED_TIMEOUT_MS = 1000;
/** Maximum milliseconds to wait for the change if the response was lost. */
const LOST_ANSWER_TIMEOUT_MS = 2000;

const HELD_TOO_LONG: ClientFailure = { code: 'offline', message: 'the link did not reconnect in time' };

/** Applies one event to a device's commands, oldest first. Pure. */
export function stepCommands(
  entries: readonly CommandEntry[],
  event: CommandEvent,
  moment: CommandMoment
): CommandStep {
  switch (event.type) {
    case 'send':
      return send(entries, event, moment);
    case 'reject':
      return withoutEffects(reject(entries, event, moment));
    case 'released':
      return release(entries, moment);
    case 'accepted':
      return withoutEffects(accept(entries, event.id, moment));
    case 'refused':
      return withoutEffects(refuse(entries, event.id, event.failure, moment));
    case 'changed':
      return withoutEffects(change(entries, event.before, moment));
    case 'read':
      return withoutEffects(readBack(entries, event.id, event.params));
    case 'dismissed':
      return withoutEffects(entries.filter(({ id }) => id !== event.id));
    case 'tick':
      return tick(entries, moment);
  }
}

/** When the next `tick` is due, in monotonic milliseconds; Infinity for never. */
export function nextTick(entries: readonly CommandEntry[]): number {
  return Math.min(
    ...entries.map(({ isVisible, visibleAt }) => (isVisible ? Infinity : visibleAt)),
    ...entries.map((entry) => (isAwaited(entry) ? entry.dueAt : Infinity))
  );
}

const withoutEffects = (entries: readonly CommandEntry[]): CommandStep => ({ entries, effects: [] });

/**
 * Whether `dueAt` applies to the entry. A command that is being sent waits for its response, which has its own timeout.
 */
function isAwaited({ stage }: CommandEntry): boolean {
  return stage === 'held' || stage === 'accepted' || stage === 'doubtful';
}

/**
 * Adds a command. It replaces older ones for the same value. Replaced commands that may still take effect stay, but are
 * not shown.
 */
function send(
  entries: readonly CommandEntry[],
  { id, prepared, expectation, isHeld }: Extract<CommandEvent, { type: 'send' }>,
  { at, params }: CommandMoment
): CommandStep {
  const entry: CommandEntry = {
    ...begin(id, prepared, at),
    expectation,
    stage: isHeld ? 'held' : 'sending',
    isVisible: isHeld,
    dueAt: at + (isHeld ? HOLD_TIMEOUT_MS : timeoutMs(expectation, params, false)),
    closest: expectation?.distance(params)
  };
  const older = entries
    .filter((old) => !concernSame(old, entry) || (isUnderWay(old) && old.stage !== 'held'))
    .map((old) => (concernSame(old, entry) ? { ...old, isReplaced: true } : old));
  return { entries: [...older, entry], effects: isHeld ? [] : [post(entry)] };
}

const post = ({ id, prepared }: CommandEntry): CommandEffect => ({ type: 'post', id, call: prepared.call });

/** Adds a rejected command. It was not sent, so it replaces only commands that are no longer under way. */
function reject(
  entries: readonly CommandEntry[],
  { id, prepared, failure }: Extract<CommandEvent, { type: 'reject' }>,
  { at }: CommandMoment
): readonly CommandEntry[] {
  const entry: CommandEntry = { ...begin(id, prepared, at), stage: 'failed', isVisible: true, failure };
  return [...entries.filter((old) => isUnderWay(old) || !concernSame(old, entry)), entry];
}

function begin(id: number, prepared: PreparedCommand, at: number): CommandEntry {
  return {
    id,
    prepared,
    expectation: null,
    stage: 'sending',
    isReplaced: false,
    isVisible: false,
    visibleAt: at + VISIBLE_AFTER_MS,
    dueAt: Infinity,
    closest: undefined,
    failure: null
  };
}

function release(entries: readonly CommandEntry[], { at, params }: CommandMoment): CommandStep {
  const held = entries.filter(({ stage }) => stage === 'held');
  return {
    entries: entries.map((entry) =>
      entry.stage === 'held'
        ? { ...entry, stage: 'sending', dueAt: at + timeoutMs(entry.expectation, params, false) }
        : entry
    ),
    effects: held.map(post)
  };
}

/**
 * Handles an acceptance. It confirms a command without an expectation, and one whose value matches if no older
 * command can change it.
 */
function accept(entries: readonly CommandEntry[], id: number, { at, params }: CommandMoment) {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return entries;
  if (!entry.expectation || isSettled(entries, entry, params)) return without(entries, entry);
  return put(entries, {
    ...entry,
    stage: 'accepted',
    dueAt: Math.max(entry.dueAt, at + ACCEPTED_TIMEOUT_MS)
  });
}

function refuse(
  entries: readonly CommandEntry[],
  id: number,
  failure: ClientFailure,
  { at }: CommandMoment
): readonly CommandEntry[] {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return entries;
  if (failure.code === 'outcome-unknown' && entry.expectation)
    return put(entries, {
      ...entry,
      stage: 'doubtful',
      failure,
      dueAt: Math.min(entry.dueAt, at + LOST_ANSWER_TIMEOUT_MS)
    });
  // The newer command is shown instead, whether this screen or another one sent it.
  if (entry.isReplaced || failure.code === 'superseded') return entries.filter((other) => other !== entry);
  const stage = failure.code === 'outcome-unknown' ? 'unconfirmed' : 'failed';
  return put(entries, { ...entry, stage, failure, isVisible: true });
}

/** Handles changed values, which can confirm commands or bring them closer to their target. */
function change(
  entries: readonly CommandEntry[],
  before: Params,
  moment: CommandMoment
): readonly CommandEntry[] {
  const { params } = moment;
  return entries.reduce((remaining, entry) => {
    if (!isTouched(entry, before, params)) return remaining;
    if (!isMatched(entry, params)) return put(remaining, approach(entry, moment));
    return isOlderEffect(entries, entry, params) ? remaining : without(remaining, entry);
  }, entries);
}

/** Restarts the deadline if the value has come closer to the target. A lost response no longer matters then. */
function approach(entry: CommandEntry, { at, params }: CommandMoment): CommandEntry {
  const distance = entry.expectation?.distance(params);
  if (!entry.expectation || distance === undefined || entry.stage === 'failed') return entry;
  if (entry.closest !== undefined && distance >= entry.closest) return entry;
  const isAnswered = entry.stage !== 'held' && entry.stage !== 'sending';
  return {
    ...entry,
    stage: isAnswered ? 'accepted' : entry.stage,
    closest: distance,
    dueAt: at + timeoutMs(entry.expectation, params, true),
    failure: null
  };
}

function readBack(
  entries: readonly CommandEntry[],
  id: number,
  params: Params | null
): readonly CommandEntry[] {
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) return entries;
  if (entry.isReplaced || (params && (isMatched(entry, params) || isNearEnough(entry, params))))
    return without(entries, entry);
  return entry.stage === 'reading'
    ? put(entries, { ...entry, stage: 'unconfirmed', isVisible: true })
    : entries;
}

/**
 * Handles due entries: removes replaced commands, fails held ones, confirms those that match, and reads late ones back.
 */
function tick(entries: readonly CommandEntry[], { at, params }: CommandMoment): CommandStep {
  const isDue = (entry: CommandEntry) => isAwaited(entry) && entry.dueAt <= at;
  const current = entries.filter((entry) => !(entry.isReplaced && isDue(entry)));
  const settled = current.filter(
    (entry) => isDue(entry) && (isSettled(current, entry, params) || isNearEnough(entry, params))
  );
  const remaining = current.filter((entry) => !settled.includes(entry));
  const late = remaining.filter((entry) => isDue(entry) && entry.stage !== 'held');
  return {
    entries: remaining.map((entry) => {
      const shown = entry.isVisible || entry.visibleAt <= at ? { ...entry, isVisible: true } : entry;
      if (late.includes(entry)) return { ...shown, stage: 'reading' };
      return isDue(entry) ? { ...shown, stage: 'failed', failure: HELD_TOO_LONG } : shown;
    }),
    effects: late.map(({ id }) => ({ type: 'read', id }))
  };
}
