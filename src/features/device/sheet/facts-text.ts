import { isRecord, type Params } from '#shared/home';
import type { Fact } from './facts';

/** Matches the names of parameters that may be secret: a lock may have its codes there. */
const SECRET = /pass|pin|code|secret|token|key|credential/i;

/** The text that replaces a secret. */
const LEFT_OUT = '(left out)';

/**
 * Formats the facts about a device as plain text, for a support request: one line each, then the parameters as the
 * controller reported them. It contains no notes, and no parameters with a name like a secret.
 * @param heading the first lines: the name, the version, the time
 */
export function factsText(
  heading: readonly string[],
  facts: readonly Pick<Fact, 'label' | 'text'>[],
  params: Params
): string {
  const lines = facts.map(({ label, text }) => `${label}: ${text}`);
  return [...heading, ...lines, JSON.stringify(withoutSecrets(params), null, 2)].join('\n');
}

/** Replaces the members of a JSON value whose names look like a secret, at any depth. */
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
