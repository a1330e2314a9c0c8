import { isRecord } from '#shared/home';
import type { Command, CommandCall } from '#shared/interfaces/interface';
import { INTERFACES } from '#shared/interfaces/registry';
import { parseJson } from '../controllers/json';

const METHOD = /^\w{1,64}$/;

/** Methods that end what an earlier command began. They never wait. */
const URGENT = ['stop', 'stopLevelChange'];

/** Every command that this build knows, by its method. Where two interfaces have one method, it sets the same values. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [...INTERFACES.values()].flatMap(({ commands }) => commands).map((command) => [command.method, command])
);

/** A command as the proxy reads it: what to send, what it sets, and whether it can wait. */
interface ReadCommand {
  /** A method without parameters is sent without `params` [O]. */
  readonly call: Pick<CommandCall, 'method'> & Partial<CommandCall>;
  readonly sets: readonly string[];
  readonly isUrgent: boolean;
}

/**
 * Reads a command's body, `{"method": …, "params": {…}}` [O], where `params` may be missing; null if it is no command. Only these two keys
 * are passed on. For an unknown command, the names of its parameters count as what it sets.
 */
export function readCommand(body: unknown): ReadCommand | null {
  const value = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (!isRecord(value)) return null;
  const { method, params = {} } = value;
  if (typeof method !== 'string' || !METHOD.test(method) || !isRecord(params)) return null;
  const sets = COMMANDS.get(method)?.prepare(params)?.sets ?? Object.keys(params).sort();
  const call = Object.keys(params).length > 0 ? { method, params } : { method };
  return { call, sets, isUrgent: URGENT.includes(method) };
}
