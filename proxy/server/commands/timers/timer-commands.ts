import { switchesOff } from '#shared/commands/command-entry';
import { fail, type Failure } from '#shared/errors';
import type { Device } from '#shared/home';
import { findCommand } from '#shared/interfaces/registry';
import { isModelOf } from '#shared/model';
import { isFull } from '#shared/rights';
import { MAX_TIMERS, type MissReason } from '#shared/timers';
import type { StoredCommand, StoredTimer } from '../../base/store/stored-timers';
import { MAX_LIST_LENGTH } from '../../home/live/lists';
import type { Screen } from '../../household/screens/screen';
import type { PlannedCommand } from '../plan';

/** Whether the device of a command is there, and not another one with its id. */
export const isThere = ({ model }: StoredCommand, device: Device | undefined): device is Device =>
  isModelOf(model, device);

/** Whether a device is as a command wants it. Never, if that cannot be seen. */
export function isReached(command: StoredCommand, device: Device | undefined): boolean {
  if (!isThere(command, device)) return false;
  const expectation = findCommand(device, command.method)?.prepare(command.params)?.expect(device);
  return expectation?.matches(device.params) === true || expectation?.rest?.matches(device.params) === true;
}

/** The reason why a timer did not act, if its commands were refused. */
export function reasonOf({ code }: Failure): MissReason {
  if (code === 'controller-unreachable') return 'unreachable';
  if (['limited-screen', 'not-signed-in', 'screen-locked', 'signed-out'].includes(code)) return 'not-allowed';
  if (code === 'show-only' || code === 'overheated' || code === 'overloaded') return code;
  return code === 'not-found' ? 'gone' : 'failed';
}

/** Whether a new command takes the place of a timer's: it sets a common value, or that timer did not act. */
export const isReplaced = ({ state }: StoredTimer, { device, sets }: StoredCommand, made: PlannedCommand) =>
  device === made.device && (state === 'missed' || sets.some((value) => made.prepared.sets.includes(value)));

/**
 * Whether devices that are switched off leave nothing to do for the timer of a room that switches its devices off.
 * @param off the devices that are switched off now
 */
export function isDoneBy(
  off: ReadonlySet<number>,
  { room, commands }: StoredTimer,
  find: (id: number) => Device | undefined
): boolean {
  const isOff = (command: StoredCommand) =>
    off.has(command.device) || isReached(command, find(command.device));
  if (room === null || !commands.some(({ device }) => off.has(device))) return false;
  return commands.every((command) => switchesOff(command) && isOff(command));
}

/** Maximum length of a timer's command, in characters of JSON. */
const COMMAND_LENGTH = 300;
/** Maximum number of timers that a screen with limited rights has set. */
const MAX_LIMITED_TIMERS = 20;

/** Why a screen sets no timer of so many commands beside these of its controller: `list-full`. */
export function refuseOneMore(others: readonly StoredTimer[], { id, rights }: Screen, commands: number) {
  const own = others.filter(({ screen }) => screen === id);
  if (JSON.stringify(others).length + commands * COMMAND_LENGTH > MAX_LIST_LENGTH)
    return fail('list-full', 'The timers of a controller have too many commands.');
  if (others.length >= MAX_TIMERS) return fail('list-full', `A controller has at most ${MAX_TIMERS} timers.`);
  return !isFull(rights) && own.length >= MAX_LIMITED_TIMERS
    ? fail('list-full', `A limited screen has at most ${MAX_LIMITED_TIMERS} timers.`)
    : undefined;
}

/** Whether a timer may still act, or does. */
export const mayAct = ({ state }: StoredTimer) => state !== 'missed';
