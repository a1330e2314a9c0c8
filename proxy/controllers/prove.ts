import type { Clock } from '../clock';
import { exchange } from './exchange';
import { isSameIdentity, readIdentity, type Identity } from './identity';
import { parseJson } from './json';
import type { KnownControllers, Proof } from './known';
import { openPool } from './pool';

/** How long a controller at a new address may take to say who it is, in ms. */
const DEADLINE_MS = 3_000;

/**
 * Has a known controller prove at a new address that it is itself, before it is sent a password or a token: `GET /info` [O], asked
 * without either, must not tell anything else than before. Where it tells strangers nothing, the MAC by which a search found it
 * there has to do, unless another one was heard there since; a box that lies about both is not found out by this.
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
  known.proved(id, controller.address, answer.ok ? judge(body, wanted, known.isContested(id)) : 'nobody');
}

function judge(body: Buffer | null, wanted: Identity, isContested: boolean): Proof {
  const told = readIdentity(body ? parseJson(body) : undefined);
  const isSilent = told.mac === null && told.id === null;
  return isSameIdentity(wanted, told) && !(isSilent && isContested) ? 'itself' : 'another';
}
