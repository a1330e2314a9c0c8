import type { Clock } from '../clock';
import { exchange } from './exchange';
import { isSameIdentity, readIdentity } from './identity';
import { parseJson } from './json';
import type { KnownControllers } from './known';
import { openPool } from './pool';

/** How long a controller at a new address may take to say who it is, in ms. */
const DEADLINE_MS = 3_000;

/**
 * Has a known controller prove at a new address that it is itself, before it is sent a password or a token: `GET /info` [O], asked
 * without either, must not tell anything else than before. Where it tells strangers nothing, the MAC by which a search found it
 * there has to do; a box that lies about both is not found out by this.
 */
export async function prove(known: KnownControllers, id: string, clock: Clock): Promise<void> {
  const controller = known.get(id);
  const wanted = known.unproven(id);
  if (!controller || !wanted) return;
  const pool = openPool(controller);
  const request = { method: 'GET', path: '/info', deadlineMs: DEADLINE_MS } as const;
  const answer = await exchange(pool, request, { clock });
  void pool.destroy();
  const body = answer.ok && answer.value.status === 200 ? answer.value.body : null;
  const told = readIdentity(body ? parseJson(body) : undefined);
  known.proved(id, controller.address, answer.ok && isSameIdentity(wanted, told));
}
