import * as v from 'valibot';
import type { Device, Params } from '#shared/home';

/** Where a fact comes from: documented, observed in use, or assumed by symmetry. */
export type Mark = 'D' | 'O' | 'A';

/** What a command needs to know of the device it is for. */
export type CommandTarget = Pick<Device, 'interfaces' | 'params'>;

/** A command as it travels: the body of `POST /devices/:id/actions` [O]. */
export interface CommandCall {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What will show that a command had its effect, and by when. */
export interface Expectation {
  /** `exact`: at once or not at all; `moving`: values come nearer on their way; `waits`: the device sleeps until its wake-up. */
  readonly kind: 'exact' | 'moving' | 'waits';
  /** Milliseconds from the sending until it counts as not confirmed, and again from each value that came nearer. */
  readonly deadlineMs: number;
  /** Milliseconds from a value that came nearer, where that is not `deadlineMs`: what began to report does not fall silent on its way. */
  readonly silenceMs?: number;
  /** Where it may rest beside what was asked for: near enough, once no value has come for so many milliseconds. */
  readonly rest?: { readonly afterMs: number; matches(params: Params): boolean };
  /** Whether these parameters are what was asked for, within the interface's tolerance. */
  matches(params: Params): boolean;
  /** How far these parameters are from what was asked for; undefined where that cannot be said. */
  distance(params: Params): number | undefined;
}

/** A command with its arguments read, ready to be sent, shown and awaited. */
export interface PreparedCommand {
  readonly call: CommandCall;
  /** The values that it sets, as `Level` or `currentSetpoints.Heat`: of two commands for one value, the newer wins. */
  readonly sets: readonly string[];
  /** The parameters once the command has had its effect. Pure; parameters it does not concern stay as they are. */
  apply(params: Params): Params;
  /** What to wait for; null where acceptance is all that can ever be known. */
  expect(target: CommandTarget): Expectation | null;
}

/** One method of an interface. */
export interface Command {
  readonly method: string;
  readonly mark: Mark;
  /** Whether a device offers it, by its interfaces and parameters alone. */
  isOffered(target: CommandTarget): boolean;
  /** Reads untrusted arguments; null where they are not this command's. */
  prepare(args: unknown): PreparedCommand | null;
}

/** A command whose arguments the compiler knows. */
export interface TypedCommand<Args extends Record<string, unknown>> extends Command {
  /** The call with these arguments, to be sent. */
  call(args: Args): CommandCall;
}

/** A set of parameters and commands that a device has or has not (document 2.5). */
export interface Interface {
  /** The name without spaces, as `SwitchBinary`. */
  readonly name: string;
  /** The interface's parameters, read tolerantly. */
  read(params: Params): object;
  readonly commands: readonly Command[];
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

/** The schema of a command that takes no arguments. */
export const noArgs = v.object({});

/**
 * Makes a command of its definition: arguments are read once, then closed over.
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

/** An expectation of exactly one value: it is there or it is not. */
export function expectExactly(deadlineMs: number, matches: (params: Params) => boolean): Expectation {
  return { kind: 'exact', deadlineMs, matches, distance: () => undefined };
}
