import type { Pool } from 'undici';
import { systemClock } from '#shared/clock';
import { openPool } from '../../proxy/server/controllers/connection';
import { exchange, type Request } from '../../proxy/server/controllers/exchange';
import { parseJson } from '../../proxy/server/controllers/json';
import type { Call } from './seen';

/** Sends calls with the proxy's own limits and timeouts. Calls are never repeated. */
export class Caller {
  readonly #pool: Pool;
  /** The default `Authorization` header. */
  authorization: string | undefined;

  /** The owner chose the address, so every destination is allowed. */
  constructor(place: { address: string; port: number }) {
    this.#pool = openPool(place, undefined, () => true);
  }

  get(path: string, timeoutMs?: number): Promise<Call> {
    return this.send({ method: 'GET', path, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  }

  /** @param authorization null sends none */
  async send(request: Request, authorization: string | null = this.authorization ?? null): Promise<Call> {
    const begin = performance.now();
    const answer = await exchange(this.#pool, request, {
      clock: systemClock,
      authorization: authorization ?? undefined
    });
    const ms = Math.round(performance.now() - begin);
    const isHeld = !answer.ok && request.timeoutMs !== undefined && ms >= request.timeoutMs - 50;
    if (!answer.ok) return { status: answer.error.status ?? null, body: undefined, ms, isHeld };
    const { status, body } = answer.value;
    return { status, body: body ? parseJson(body) : undefined, ms, isHeld };
  }

  async close() {
    await this.#pool.destroy();
  }
}
