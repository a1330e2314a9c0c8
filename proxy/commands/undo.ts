import type { CommandState } from '#shared/commands/command-entry';
import type { Device, Params } from '#shared/home';
import type { CommandCall, Expectation } from '#shared/interfaces/interface';
import { readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';
import { findCommand } from '#shared/interfaces/registry';
import { setStatus } from '#shared/interfaces/switch-binary';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { isLock } from '#shared/lock';

/** What Undo has to know about a command of a batch. */
export interface UndoableCommand {
  readonly device: number;
  readonly state: CommandState;
  /** The values that it sets as they were when it was sent; null if it was not sent. */
  readonly before: Params | null;
  readonly expectation: Expectation | null | undefined;
}

/** The states of commands that have or may have taken effect, and that no newer command replaced. */
const DONE: readonly CommandState[] = ['sending', 'accepted', 'confirmed', 'unconfirmed'];

/**
 * The calls that undo commands: each device goes back to its level, or to on or off, as it was before. Left out are
 * devices that were there already, that were used since or never followed, or that cannot go back.
 * @param device a device as it is reported now
 */
export function undoCalls(
  commands: readonly UndoableCommand[],
  device: (id: number) => Device | undefined
): { readonly device: number; readonly call: CommandCall }[] {
  return commands.flatMap((command) => {
    const target = device(command.device);
    if (!target || !command.before || !DONE.includes(command.state)) return [];
    const { expectation } = command;
    const isDone = (params: Params) =>
      expectation?.matches(params) === true || expectation?.rest?.matches(params) === true;
    // What was never confirmed may not have happened at all: then there is nothing to bring back.
    const isSettled = command.state === 'confirmed' || command.state === 'unconfirmed';
    const wasUsed = isSettled && !isDone(target.params);
    const call = isDone(command.before) || wasUsed ? null : callBack(target, command.before);
    return call ? [{ device: target.id, call }] : [];
  });
}

/** The call that brings a device back to these values; null if there is none. */
function callBack(device: Device, before: Params): CommandCall | null {
  if (isLock(device)) return null;
  const level = readLevel(before);
  if (level !== undefined && findCommand(device, setLevel.method)) return setLevel.call({ level });
  const { isOn } = readSwitchBinary(before);
  return isOn !== undefined && findCommand(device, setStatus.method)
    ? setStatus.call({ status: isOn })
    : null;
}
