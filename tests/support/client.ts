import { onTestFinished } from 'vitest';
import type { Clock } from '#shared/clock';
import { CardReader, OWN } from '../../proxy/server/controllers/card';
import { ControllerClient } from '../../proxy/server/controllers/client';
import { KnownControllers } from '../../proxy/server/controllers/known';
import type { Tokens } from '../../proxy/server/controllers/renewal';
import { memoryFile } from './memory-file';

/** A signed-in client of a controller on `port` of 127.0.0.1 for one test, and all changes of its tokens. */
export function makeClient(
  port: number,
  clock: Clock,
  tokens: Tokens | null = { access: 'access-1', refresh: 'refresh-1' },
  cards: Pick<CardReader, 'cardOf'> = new CardReader()
) {
  const known = new KnownControllers({ file: memoryFile([]), clock, port });
  const controller = known.add({ name: 'Box', address: '127.0.0.1', mac: null, card: OWN });
  const changes: (Tokens | null)[] = [];
  const client = new ControllerClient(
    controller.id,
    { known, cards, clock },
    { tokens, onRefused: () => undefined, onTokens: (changed) => changes.push(changed) }
  );
  onTestFinished(() => client.close());
  return { client, known, changes };
}

/** A matcher for a result that is an error. */
export const failure = (code: string, more: object = {}) => ({ ok: false, error: { code, ...more } });
