import { isRecord, type Device } from '#shared/home';
import type { Command, PreparedCommand } from '#shared/interfaces/interface';
import { findCommand, INTERFACES } from '#shared/interfaces/registry';
import { parseJson } from '../controllers/json';

const METHOD = /^\w{1,64}$/;

/** Every command that this build knows, by its method. Where two interfaces have one method, it sets the same values. */
const COMMANDS: ReadonlyMap<string, Command> = new Map(
  [...INTERFACES.values()].flatMap(({ commands }) => commands).map((command) => [command.method, command])
);

/**
 * Reads the body of a single command, `{"method": …, "params": {…}}` [O], where `params` may be missing; null if it is no command. Only
 * these two keys are passed on. A known command keeps only the parameters that it has, so that none can name another device; an unknown one
 * is passed on as it came, and the names of its parameters count as what it sets.
 * @param device as it is known; undefined if it is not: then its interfaces judge the command once they are known
 */
export function readCommand(body: unknown, device: () => Device | undefined): PreparedCommand | null {
  const value = Buffer.isBuffer(body) ? parseJson(body) : undefined;
  if (!isRecord(value)) return null;
  const { method, params = {} } = value;
  if (typeof method !== 'string' || !METHOD.test(method) || !isRecord(params)) return null;
  const target = device();
  const offered = target && findCommand(target, method)?.prepare(params);
  const known = offered ?? COMMANDS.get(method)?.prepare(params);
  if (!known && COMMANDS.has(method)) return null;
  return {
    call: known?.call ?? { method, params },
    sets: known?.sets ?? Object.keys(params).sort(),
    apply: (before) => offered?.apply(before) ?? before,
    expect: (now) => (offered ?? findCommand(now, method)?.prepare(params))?.expect(now) ?? null
  };
}
