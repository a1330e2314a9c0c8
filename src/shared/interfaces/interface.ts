import * as v from 'valibot';
import type { Device, Params } from '#shared/home';

/** The source of a fact: documented [D], observed in use [O], or assumed by symmetry [A]. */
export type Mark = 'D' | 'O' | 'A';

/** The part of a device that a command depends on. */
export type CommandTarget = Pick<Device, 'interfaces' | 'params'>;

/** The body of `POST /devices/:id/actions` [O]. */
export interface CommandCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** How a command's effect is recognised, and the time limits for it. */
export interface Expectation {
  /**
   * `exact`: the value changes in one step. `moving`: values approach the target. `waits`: the device sleeps until its
   * wake-up.
   */
  readonly kind: 'exact' | 'moving' | 'waits';
  /** Milliseconds after sending until the command is unconfirmed. It restarts with each value that comes closer. */
  readonly deadlineMs: number;
  /** Replaces `deadlineMs` after a value has come closer: a device that reports on its way does so often. */
  readonly silenceMs?: number;
  /** A tolerance for where the device may stop. It applies once no value has arrived for `afterMs` milliseconds. */
  readonly rest?: {
    readonly afterMs: number;
    matches(params: Params): boolean;
    /** The same of values that the device has reported after the command was accepted. They may be those of before. Default: `matches`. */
    answers?(params: Params): boolean;
  };
  /** Milliseconds after acceptance in which reports against the target, after one that matched, are the device's own unrest: it settles. */
  readonly settleMs?: number;
  /** Whether parameters that ended the command have a value that the device has rounded, so that people are told. */
  rounds?(params: Params): boolean;
  /** Whether the parameters equal the target within the interface's tolerance. */
  matches(params: Params): boolean;
  /** The distance of the parameters from the target; undefined if it cannot be computed. */
  distance(params: Params): number | undefined;
}

/** A command with validated arguments. */
export interface PreparedCommand {
  readonly call: CommandCall;
  /**
   * The values that it sets, such as `Level` or `currentSetpoints.Heat`. A newer command for the same value supersedes
   * it.
   */
  readonly sets: readonly string[];
  /** Returns the parameters as they are after the command. Pure; other parameters stay unchanged. */
  apply(params: Params): Params;
  /** The expectation; null if the effect cannot be observed, so that acceptance is the final state. */
  expect(target: CommandTarget): Expectation | null;
}

/** One method of an interface. */
export interface Command {
  readonly method: string;
  readonly mark: Mark;
  /** Whether a device offers it, judged by its interfaces and parameters alone. */
  isOffered(target: CommandTarget): boolean;
  /** Validates arguments; null if they are invalid. */
  prepare(args: unknown): PreparedCommand | null;
}

/** A command with typed arguments. */
interface TypedCommand<Args extends Record<string, unknown>> extends Command {
  /** Makes the call with these arguments. */
  call(args: Args): CommandCall;
}

interface CommandDefinition<Args extends Record<string, unknown>> {
  readonly method: string;
  readonly mark: Mark;
  readonly args: v.GenericSchema<unknown, Args>;
  isOffered?(target: CommandTarget): boolean;
  sets(args: Args): readonly string[];
  apply(params: Params, args: Args): Params;
  expect(args: Args, target: CommandTarget): Expectation | null;
}

/** The schema of a command without arguments. */
export const noArgs = v.object({});

/**
 * Makes a command from its definition. Arguments are validated once, in `prepare`.
 * @__NO_SIDE_EFFECTS__
 */
export function defineCommand<Args extends Record<string, unknown>>(
  definition: CommandDefinition<Args>
): TypedCommand<Args> {
  const { method, mark, args: schema } = definition;
  const call = (args: Args): CommandCall => ({ method, params: args });
  return {
    method,
    mark,
    call,
    isOffered: (target) => definition.isOffered?.(target) ?? true,
    prepare(untrusted) {
      const result = v.safeParse(schema, untrusted ?? {});
      if (!result.success) return null;
      const args = result.output;
      return {
        call: call(args),
        sets: definition.sets(args),
        apply: (params) => definition.apply(params, args),
        expect: (target) => definition.expect(args, target)
      };
    }
  };
}

/** Makes an expectation of one exact value. */
export function expectExactly(deadlineMs: number, matches: (params: Params) => boolean): Expectation {
  return { kind: 'exact', deadlineMs, matches, distance: () => undefined };
}
