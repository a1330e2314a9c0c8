import { isSame } from '#shared/changes';
import type { CommandState } from '#shared/commands/command-entry';
import type { Params } from '#shared/home';
import type { LoggedCommand } from '../commands/command-log';

/** A change this long after the end of a command can be its effect, in ms. */
const EFFECT_MS = 10_000;

/** A change of one parameter of a device. */
interface ValueChange {
  readonly name: string;
  /** The significant values of the device before and after it. */
  readonly before: Params;
  readonly after: Params;
  /** When it was reported, in monotonic ms. */
  readonly at: number;
}

/** Whether a command was sent, so that a change can be its effect. */
export const wasSent = ({ isWritten, isReplaced }: LoggedCommand): boolean => isWritten || isReplaced;

/**
 * Whether a change is the effect of a command of its device that was sent before. Only a parameter that the command sets can be, until 10 s
 * after its end. Without an expectation, every value of it is. Else the values have to match the goal, or, until the effect was seen, to be
 * on the way: nearer to the goal, or the value from before the command once more.
 *
 * @param stateThen the state of the command when the device last changed without one; undefined if it has not since. Then somebody is at the
 *   device: what follows is on the way to another goal, and an effect that was seen does not come again.
 */
export function isEffect(
  command: LoggedCommand,
  { name, before, after, at }: ValueChange,
  stateThen: CommandState | undefined
): boolean {
  const { prepared, expectation, state, endedAt } = command;
  if (at - endedAt >= EFFECT_MS || !prepared.sets.some((path) => path.split('.')[0] === name)) return false;
  if (!expectation) return true;
  if (expectation.matches(after) || expectation.rest?.matches(after)) return stateThen !== 'confirmed';
  if (state === 'confirmed' || stateThen) return false;
  if (isSame(prepared.apply(after)[name], after[name])) return true;
  const distance = expectation.distance(after);
  return distance === undefined
    ? isSame(after[name], command.before?.[name])
    : distance < (expectation.distance(before) ?? Infinity);
}
