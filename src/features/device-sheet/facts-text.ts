import { isRecord, type Params } from '#shared/home';
import type { Fact } from './facts';

/** What a parameter's name has in it where its value is nobody's business: a lock may keep its codes there. */
const SECRET = /pass|pin|code|secret|token|key|credential/i;

/** What stands in the place of a secret. */
const LEFT_OUT = '(left out)';

/**
 * The facts about a device as plain text, for a support request: each on a line of its own, then the parameters as the controller told
 * them. Notes are not in it, and nothing that is named like a secret.
 * @param heading what stands above: the name, the version, the time
 */
export function factsText(heading: readonly string[], facts: readonly Fact[], params: Params): string {
  const lines = facts.map(({ label, text }) => `${label}: ${text}`);
  return [...heading, ...lines, JSON.stringify(withoutSecrets(params), null, 2)].join('\n');
}

/** A JSON value with every member left out that is named like a secret, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      SECRET.test(name) ? LEFT_OUT : withoutSecrets(member)
    ])
  );
}
