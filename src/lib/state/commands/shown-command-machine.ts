import { isOpen, type CommandEntry } from '#shared/commands/command-entry';
import type { Params } from '#shared/home';
import type { Expectation, PreparedCommand } from '#shared/interfaces/interface';
import { batchIdOf } from '../connection/batch-id';
import type { ProxyMemory } from '../connection/command-feed';
import type { ClientFailure } from '../proxy/failure';
import { concernsSame, isUnderWay, type Sending, type ShownCommand } from './shown-command';

/** An event for the commands of one device. */
export type ShownCommandEvent =
  | {
      readonly type: 'send';
      readonly id: string;
      readonly prepared: PreparedCommand;
      readonly isQuiet?: true;
      readonly expectation: Expectation | null;
      /** Null while the link is reconnecting: the command is held until `released`. */
      readonly sending: Sending | null;
    }
  /** The command cannot be sent. */
  | {
      readonly type: 'reject';
      readonly id: string;
      readonly prepared: PreparedCommand;
      readonly failure: ClientFailure;
    }
  /** A held command was sent. */
  | { readonly type: 'released'; readonly id: string; readonly sending: Sending }
  /** The proxy has taken the command, and its entry says the rest; with a failure it was refused and has no entry. */
  | { readonly type: 'answered'; readonly id: string; readonly failure: ClientFailure | null }
  /** The proxy's word about a command. It follows the changes that it depends on: `params` are as the device reports them. */
  | { readonly type: 'reported'; readonly entry: CommandEntry; readonly params?: Params | undefined }
  /** All entries of the device that the proxy lists. The first list of a connection settles what was sent on earlier ones. */
  | { readonly type: 'listed'; readonly list: ListedCommands }
  /** The device reports these values. They clear an unconfirmed command that wanted them. */
  | { readonly type: 'changed'; readonly params: Params }
  /** The device of commands with an unknown outcome was read; null if that failed. */
  | { readonly type: 'read'; readonly params: Params | null }
  | { readonly type: 'dismissed'; readonly id: string }
  | { readonly type: 'tick' };

/** What the proxy knows of a device's commands. */
export interface ListedCommands {
  readonly entries: readonly CommandEntry[];
  readonly memory: ProxyMemory;
  /** The number of the connection. */
  readonly connection: number;
}

/** Milliseconds until a command is shown as being sent. Faster commands show no progress. */
export const VISIBLE_AFTER_MS = 190;
/** The maximum time in ms that a command is held while the link reconnects. */
export const HOLD_TIMEOUT_MS = 1000;
/** Milliseconds in which it is shown that a device has rounded a value. */
const ROUNDED_SHOWN_MS = 20_000;

const HELD_TOO_LONG: ClientFailure = { code: 'offline', message: 'the link did not reconnect in time' };
/** The failure of a command that the proxy has never got, or that expired there. */
export const NOT_SENT: ClientFailure = { code: 'not-sent', message: 'the proxy has not sent it' };
const UNKNOWN: ClientFailure = { code: 'outcome-unknown', message: 'the proxy does not know its outcome' };

/**
 * Applies one event to a device's commands, oldest first. Pure. The proxy judges commands: no change of the device and
 * no answer ends one that is under way there. Once it is unconfirmed, the device's values decide.
 * @param at now, in monotonic milliseconds
 */
export function stepShownCommands(
  commands: readonly ShownCommand[],
  event: ShownCommandEvent,
  at: number
): readonly ShownCommand[] {
  switch (event.type) {
    case 'send':
      return send(commands, event, at);
    case 'reject':
      return reject(commands, event, at);
    case 'released':
      return replace(commands, event.id, (command) => ({
        ...command,
        stage: 'sent',
        sending: event.sending
      }));
    case 'answered':
      return replace(commands, event.id, (command) => {
        if (command.stage !== 'sent' && command.stage !== 'held') return command;
        return event.failure ? fail(command, event.failure) : { ...command, stage: 'taken' };
      });
    case 'reported':
      return report(commands, event, at);
    case 'listed':
      return list(commands, event.list, at);
    case 'changed':
      return clearMatched(commands, event.params);
    case 'read':
      return clearMatched(commands, event.params ?? {}).map((command) =>
        command.stage === 'unknown' ? { ...command, stage: 'unconfirmed' } : command
      );
    case 'dismissed':
      return commands.filter(({ id }) => id !== event.id);
    case 'tick':
      return tick(commands, at);
  }
}

/** When the next `tick` is due, in monotonic milliseconds; Infinity for never. */
export function nextTick(commands: readonly ShownCommand[]): number {
  return Math.min(
    ...commands.map(({ isVisible, visibleAt }) => (isVisible ? Infinity : visibleAt)),
    ...commands.map(({ stage, dueAt }) => (hasEnd(stage) ? dueAt : Infinity))
  );
}

/** Whether `dueAt` applies to a command. */
const hasEnd = (stage: ShownCommand['stage']): boolean =>
  stage === 'held' || stage === 'rounded' || stage === 'steady';

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
  { id, prepared, isQuiet, expectation, sending }: Extract<ShownCommandEvent, { type: 'send' }>,
  at: number
): readonly ShownCommand[] {
  const older = commands
    .filter((old) => !concernsSame(old, prepared) || (isUnderWay(old) && old.stage !== 'held'))
    .map((old) => (concernsSame(old, prepared) ? { ...old, isReplaced: true } : old));
  const command: ShownCommand = {
    ...begin(id, prepared, at),
    isQuiet: isQuiet === true,
    expectation,
    sending,
    stage: sending ? 'sent' : 'held',
    isVisible: !sending,
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
  stage: 'sent'
});

/** A command that the proxy has taken, before anything else is known of it. */
const fresh = (id: string, call: ShownCommand['call'], at: number): ShownCommand => ({
  id,
  call,
  prepared: null,
  isQuiet: false,
  expectation: null,
  by: null,
  stage: 'taken',
  progress: null,
  isReplaced: false,
  isVisible: false,
  visibleAt: at + VISIBLE_AFTER_MS,
  dueAt: Infinity,
  acceptedAt: null,
  steady: {},
  sending: null,
  failure: null
});

/** A failed command. The newer command is shown instead of one that was replaced, and nothing is said of a quiet one. */
const fail = (command: ShownCommand, failure: ClientFailure): ShownCommand | null =>
  isUntold(command) ? null : { ...command, stage: 'failed', isVisible: true, failure };

/** Whether nothing is shown of how a command ends without success. */
const isUntold = ({ isReplaced, isQuiet }: ShownCommand): boolean => isReplaced || isQuiet;

/** Applies the proxy's word. An ended command of another screen is no longer shown. */
function report(
  commands: readonly ShownCommand[],
  { entry, params: reported }: { readonly entry: CommandEntry; readonly params?: Params | undefined },
  at: number
): readonly ShownCommand[] {
  const known = commands.find(({ id }) => id === entry.id);
  if (known?.stage === 'steady') return commands;
  const steady = known && entry.state === 'confirmed' && reported && steadied(known, reported, at);
  if (steady) return replace(commands, entry.id, () => steady);
  if (known?.prepared && entry.state === 'confirmed' && reported && isRounded(known, reported)) {
    const dueAt = at + ROUNDED_SHOWN_MS;
    return replace(commands, entry.id, () => ({ ...known, stage: 'rounded', isVisible: true, dueAt }));
  }
  if (known?.prepared) return replace(commands, entry.id, (command) => follow(command, entry, at));
  if (!isOpen(entry.state)) return commands.filter((command) => command !== known);
  const { id, method, params, by, progress = null, isQuiet = false } = entry;
  const command = { ...(known ?? { ...fresh(id, { method, params }, at), by, isQuiet }), progress };
  // Another screen wants something else.
  return known
    ? replace(commands, entry.id, () => command)
    : [...commands.filter(({ stage }) => stage !== 'steady'), command];
}

/**
 * A command of this page that was confirmed by these values, for the rest of the time in which its device settles; undefined if that is
 * over.
 */
function steadied(command: ShownCommand, reported: Params, at: number): ShownCommand | undefined {
  const { prepared, expectation, acceptedAt, isReplaced } = command;
  const dueAt = (acceptedAt ?? at) + (expectation?.settleMs ?? -Infinity);
  if (!prepared || isReplaced || dueAt <= at || !expectation?.matches(reported)) return undefined;
  const steady = Object.fromEntries(
    prepared.sets.filter((name) => Object.hasOwn(reported, name)).map((name) => [name, reported[name]])
  );
  return { ...command, stage: 'steady', isVisible: true, dueAt, steady };
}

/** A command of this page after the proxy's word; null once it is no longer shown. */
function follow(
  command: ShownCommand,
  { state, progress, failure }: CommandEntry,
  at: number
): ShownCommand | null {
  switch (state) {
    case 'queued':
    case 'sending':
    case 'accepted': {
      const acceptedAt = command.acceptedAt ?? (state === 'accepted' ? at : null);
      return { ...command, stage: 'taken', progress: progress ?? null, failure: null, acceptedAt };
    }
    case 'unconfirmed':
      return isUntold(command)
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

/** Applies a list. It settles commands that were sent on an earlier connection. */
function list(
  commands: readonly ShownCommand[],
  listed: ListedCommands,
  at: number
): readonly ShownCommand[] {
  const named = new Set(listed.entries.map(({ id }) => id));
  const remaining = commands.flatMap((command) => {
    if (named.has(command.id)) return command;
    if (!command.prepared) return [];
    const isEarlier = (command.sending?.connection ?? 0) < listed.connection;
    const isSent = command.stage === 'sent' || command.stage === 'taken';
    return isSent && isEarlier ? (judge(command, listed) ?? []) : command;
  });
  return listed.entries.reduce<readonly ShownCommand[]>(
    (all, entry) => report(all, { entry }, at),
    remaining
  );
}

/**
 * Judges a command that the proxy does not name. It was not sent only if the proxy would remember it: if it was never
 * answered, and was sent to the same process since the moment from which that process remembers all. The outcome of any
 * other is unknown. Null if it is no longer shown.
 */
function judge(command: ShownCommand, { memory }: ListedCommands): ShownCommand | null {
  const { sending } = command;
  const isRemembered =
    memory.instance !== sending?.instance ||
    sending.at <= memory.since ||
    memory.remembered.includes(batchIdOf(command.id));
  if (command.stage === 'sent' && !isRemembered) return fail(command, NOT_SENT);
  return isUntold(command) ? null : { ...command, stage: 'unknown', isVisible: true, failure: UNKNOWN };
}

/** Whether a command of this page was the last one for its value, and the device has rounded it. */
const isRounded = ({ expectation, isReplaced, isQuiet }: ShownCommand, params: Params): boolean =>
  !isReplaced && !isQuiet && expectation?.rounds?.(params) === true;

/**
 * Removes commands without a known outcome whose effect is there after all, and rounded ones whose value is another one
 * now. Returns the same list if there are none.
 */
function clearMatched(commands: readonly ShownCommand[], params: Params): readonly ShownCommand[] {
  const isDone = (command: ShownCommand) =>
    command.stage === 'rounded'
      ? !isRounded(command, params)
      : (command.stage === 'unconfirmed' || command.stage === 'unknown') &&
        command.expectation?.matches(params) === true;
  return commands.some(isDone) ? commands.filter((command) => !isDone(command)) : commands;
}

/** Shows commands that are due, fails those that were held for too long, and removes rounded and steady ones that are over. */
function tick(commands: readonly ShownCommand[], at: number): readonly ShownCommand[] {
  const kept = commands.filter(({ stage, dueAt }) => stage === 'held' || !hasEnd(stage) || dueAt > at);
  return kept.map((command) => {
    const shown = command.isVisible || command.visibleAt > at ? command : { ...command, isVisible: true };
    return command.stage === 'held' && command.dueAt <= at
      ? { ...shown, stage: 'failed', failure: HELD_TOO_LONG }
      : shown;
  });
}
