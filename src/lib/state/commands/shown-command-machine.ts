import { isOpen, type CommandEntry } from '#shared/commands/command-entry';
import type { Params } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import type { ClientFailure } from '../connection/failure';
import { batchIdOf } from './batch-id';
import { concernsSame, isUnderWay, NOWHERE, type ShownCommand } from './shown-command';
import type { ListedCommands, ShownCommandEvent, ShownCommandStep } from './shown-command-events';

/** Milliseconds until a command is shown as being sent. Faster commands show no progress. */
export const VISIBLE_AFTER_MS = 190;
/** The maximum time in ms that a command is held while the link reconnects. */
export const HOLD_TIMEOUT_MS = 1000;

const HELD_TOO_LONG: ClientFailure = { code: 'offline', message: 'the link did not reconnect in time' };
const NOT_SENT: ClientFailure = { code: 'not-sent', message: 'the proxy has not taken or not sent it' };
const UNKNOWN: ClientFailure = { code: 'outcome-unknown', message: 'the proxy does not know its outcome' };

/**
 * Applies one event to a device's commands, oldest first. Pure. The proxy judges commands: no change of the device and
 * no HTTP answer ends one that is under way there. Once it is unconfirmed, the device's values decide.
 * @param at now, in monotonic milliseconds
 */
export function stepShownCommands(
  commands: readonly ShownCommand[],
  event: ShownCommandEvent,
  at: number
): ShownCommandStep {
  switch (event.type) {
    case 'send':
      return withoutEffects(send(commands, event, at));
    case 'reject':
      return withoutEffects(reject(commands, event, at));
    case 'released':
      return release(commands, event);
    case 'taken':
      return withoutEffects(
        replace(commands, event.id, (command) =>
          isUnanswered(command) ? { ...command, stage: 'taken' } : command
        )
      );
    case 'refused':
      return withoutEffects(
        replace(commands, event.id, (command) =>
          isUnanswered(command) ? fail(command, event.failure) : command
        )
      );
    case 'lost':
      return lose(commands, event.id);
    case 'changed':
      return withoutEffects(clearMatched(commands, event.params));
    case 'reported':
      return withoutEffects(report(commands, event.entry, at));
    case 'listed':
      return withoutEffects(list(commands, event.list, at));
    case 'found':
      return withoutEffects(find(commands, event));
    case 'dismissed':
      return withoutEffects(commands.filter(({ id }) => id !== event.id));
    case 'tick':
      return withoutEffects(tick(commands, at));
  }
}

/** When the next `tick` is due, in monotonic milliseconds; Infinity for never. */
export function nextTick(commands: readonly ShownCommand[]): number {
  return Math.min(
    ...commands.map(({ isVisible, visibleAt }) => (isVisible ? Infinity : visibleAt)),
    ...commands.map(({ stage, dueAt }) => (stage === 'held' ? dueAt : Infinity))
  );
}

const withoutEffects = (commands: readonly ShownCommand[]): ShownCommandStep => ({ commands, effects: [] });

/** Whether the proxy may or may not have the command. */
const isUnanswered = ({ stage }: ShownCommand): boolean => stage === 'posting' || stage === 'lost';

/** Replaces the command of an id; null removes it. */
function replace(
  commands: readonly ShownCommand[],
  id: string,
  change: (command: ShownCommand) => ShownCommand | null
): readonly ShownCommand[] {
  return commands.flatMap((command) => (command.id === id ? (change(command) ?? []) : command));
}

/**
 * Adds a command. It replaces older ones of this page for the same value. Replaced commands that may still take effect
 * stay, but are not shown.
 */
function send(
  commands: readonly ShownCommand[],
  { id, prepared, expectation, isHeld, sentTo }: Extract<ShownCommandEvent, { type: 'send' }>,
  at: number
): readonly ShownCommand[] {
  const older = commands
    .filter((old) => !concernsSame(old, prepared) || (isUnderWay(old) && old.stage !== 'held'))
    .map((old) => (concernsSame(old, prepared) ? { ...old, isReplaced: true } : old));
  const command: ShownCommand = {
    ...begin(id, prepared, at),
    expectation,
    sentTo,
    stage: isHeld ? 'held' : 'posting',
    isVisible: isHeld,
    dueAt: at + HOLD_TIMEOUT_MS
  };
  return [...older, command];
}

/** Adds a rejected command. It was not sent, so it replaces only commands that are no longer under way. */
function reject(
  commands: readonly ShownCommand[],
  { id, prepared, failure }: Extract<ShownCommandEvent, { type: 'reject' }>,
  at: number
): readonly ShownCommand[] {
  const command: ShownCommand = { ...begin(id, prepared, at), stage: 'failed', isVisible: true, failure };
  return [...commands.filter((old) => isUnderWay(old) || !concernsSame(old, prepared)), command];
}

/** A command of this page. */
const begin = (id: string, prepared: PreparedCommand, at: number): ShownCommand => ({
  ...fresh(id, prepared.call, at),
  prepared,
  stage: 'posting'
});

/** A command that this page did not begin. */
const others = ({ id, method, params, by }: CommandEntry, at: number): ShownCommand => ({
  ...fresh(id, { method, params }, at),
  by
});

/** A command that the proxy has taken, before anything else is known of it. */
const fresh = (id: string, call: ShownCommand['call'], at: number): ShownCommand => ({
  id,
  call,
  prepared: null,
  expectation: null,
  by: null,
  stage: 'taken',
  progress: null,
  isReplaced: false,
  isVisible: false,
  visibleAt: at + VISIBLE_AFTER_MS,
  dueAt: Infinity,
  sentTo: NOWHERE,
  failure: null
});

function release(
  commands: readonly ShownCommand[],
  { sentTo }: Extract<ShownCommandEvent, { type: 'released' }>
): ShownCommandStep {
  const held = commands.filter(({ stage }) => stage === 'held');
  return {
    commands: commands.map((command) =>
      command.stage === 'held' ? { ...command, stage: 'posting', sentTo } : command
    ),
    effects: held.map(({ id, call }) => ({ type: 'post', id, call }))
  };
}

/** A failed command. The newer command is shown instead of one that was replaced. */
const fail = (command: ShownCommand, failure: ClientFailure): ShownCommand | null =>
  command.isReplaced ? null : { ...command, stage: 'failed', isVisible: true, failure };

function lose(commands: readonly ShownCommand[], id: string): ShownCommandStep {
  const command = commands.find((candidate) => candidate.id === id);
  if (command?.stage !== 'posting') return withoutEffects(commands);
  return {
    commands: replace(commands, id, () => ({ ...command, stage: 'lost' })),
    effects: [{ type: 'find', id }]
  };
}

/** Removes the unconfirmed commands whose effect is there after all. Returns the same list if there are none. */
function clearMatched(commands: readonly ShownCommand[], params: Params): readonly ShownCommand[] {
  const isDone = ({ stage, expectation }: ShownCommand) =>
    stage === 'unconfirmed' && expectation?.matches(params) === true;
  return commands.some(isDone) ? commands.filter((command) => !isDone(command)) : commands;
}

/** Applies the proxy's word. An ended command of another screen is no longer shown. */
function report(commands: readonly ShownCommand[], entry: CommandEntry, at: number): readonly ShownCommand[] {
  const known = commands.find(({ id }) => id === entry.id);
  if (known?.prepared) return replace(commands, entry.id, (command) => follow(command, entry));
  if (!isOpen(entry.state)) return commands.filter((command) => command !== known);
  const command: ShownCommand = {
    ...(known ?? others(entry, at)),
    progress: entry.progress ?? null
  };
  return known ? replace(commands, entry.id, () => command) : [...commands, command];
}

/** A command of this page after the proxy's word; null once it is no longer shown. */
function follow(command: ShownCommand, { state, progress, failure }: CommandEntry): ShownCommand | null {
  switch (state) {
    case 'queued':
    case 'sending':
    case 'accepted':
      return { ...command, stage: 'taken', progress: progress ?? null, failure: null };
    case 'unconfirmed':
      return command.isReplaced
        ? null
        : { ...command, stage: 'unconfirmed', isVisible: true, failure: failure ?? null };
    case 'failed':
      return fail(command, failure ?? NOT_SENT);
    case 'expired':
      return fail(command, NOT_SENT);
    default:
      return null;
  }
}

/** Applies the list at the beginning of a connection. It decides about commands that were posted before. */
function list(
  commands: readonly ShownCommand[],
  listed: ListedCommands,
  at: number
): readonly ShownCommand[] {
  const named = new Set(listed.entries.map(({ id }) => id));
  const remaining = commands.flatMap((command) => {
    if (named.has(command.id)) return command;
    if (!command.prepared) return [];
    const isPosted = command.stage === 'taken' || command.stage === 'lost';
    const isEarlier = command.sentTo.connection < listed.sentTo.connection;
    return isPosted && isEarlier ? (judge(command, listed) ?? []) : command;
  });
  return listed.entries.reduce<readonly ShownCommand[]>((all, entry) => report(all, entry, at), remaining);
}

/** Applies a list by HTTP. Live messages say the rest. */
function find(
  commands: readonly ShownCommand[],
  { list: listed, lost }: Extract<ShownCommandEvent, { type: 'found' }>
): readonly ShownCommand[] {
  const named = new Set(listed.entries.map(({ id }) => id));
  return commands.flatMap((command) => {
    if (command.stage !== 'lost' || !lost.has(command.id)) return command;
    return named.has(command.id) ? { ...command, stage: 'taken' } : (judge(command, listed) ?? []);
  });
}

/**
 * Judges a command that the proxy does not name. It was never taken, unless the proxy has known it, or another process
 * of the proxy may have sent it: then the device's values decide. Null if it is no longer shown.
 */
function judge(command: ShownCommand, { ended, sentTo, params }: ListedCommands): ShownCommand | null {
  const isOtherProxy = command.sentTo.instance !== sentTo.instance;
  if (command.stage === 'lost' && !isOtherProxy && !ended.includes(batchIdOf(command.id)))
    return fail(command, NOT_SENT);
  if (command.isReplaced || command.expectation?.matches(params)) return null;
  return { ...command, stage: 'unconfirmed', isVisible: true, failure: UNKNOWN };
}

/** Shows commands that are due, and fails those that were held for too long. */
function tick(commands: readonly ShownCommand[], at: number): readonly ShownCommand[] {
  return commands.map((command) => {
    const shown = command.isVisible || command.visibleAt > at ? command : { ...command, isVisible: true };
    return command.stage === 'held' && command.dueAt <= at
      ? { ...shown, stage: 'failed', failure: HELD_TOO_LONG }
      : shown;
  });
}
