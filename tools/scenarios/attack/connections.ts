import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { none, reported } from '../../support/figures';
import type { Scenario } from '../scenario';
import { dial, targetOf, type Target } from './dial';
import { ATTACKER, withSetup } from './setup';

const AT_ONCE = 600;
const LASTS_MS = 10_000;
const REFILL_MS = 500;

/**
 * Keeps `AT_ONCE` connections open for a while and replaces closed ones. Returns the number of
 * connections dialled.
 */
async function crowd(target: Target, sent: string): Promise<number> {
  const open = new Set<Socket>();
  let dialled = 0;
  const join = async () => {
    dialled++;
    try {
      const socket = await dial(target, ATTACKER);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.resume();
      if (sent !== '') socket.write(sent);
    } catch {
      // The program closed the connection while it was being opened.
    }
  };
  const begun = performance.now();
  do {
    await Promise.all(Array.from({ length: AT_ONCE - open.size }, join));
    await sleep(REFILL_MS);
  } while (performance.now() - begun < LASTS_MS);
  for (const socket of open) socket.destroy();
  return dialled;
}

const crowded = (about: string, { isSecure, say: sent }: { isSecure: boolean; say: string }): Scenario => ({
  about: `${AT_ONCE} ${about}, from one address without a cookie`,
  run: () =>
    withSetup({}, (setup) =>
      setup.measureWaits(async () => {
        const { url, secureUrl } = setup.program;
        const dialled = await crowd(targetOf(isSecure ? secureUrl : url), sent);
        return [reported('Connections dialled', dialled)];
      })
    )
});

const HEAD = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n';
const GET = `${HEAD}\r\n`;

const REQUESTS = 10_000;

/** Attempts with many connections. */
export const CONNECTIONS: Readonly<Record<string, Scenario>> = {
  'idle-connections': crowded('idle connections', { isSecure: false, say: '' }),
  'idle-tls': crowded('idle connections over TLS', { isSecure: true, say: '' }),
  'asking-tls': crowded('connections over TLS that send one request', { isSecure: true, say: GET }),
  'unfinished-requests': crowded('connections that do not finish their request', {
    isSecure: false,
    say: HEAD
  }),
  'keep-alive': {
    about: `${REQUESTS} sequential requests on keep-alive connections`,
    run: () =>
      withSetup({}, async ({ target: { host, port }, owner: { cookie } }) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        let resets = 0;
        let others = 0;
        for (let n = 0; n < REQUESTS; n++) {
          const asking = request({ host, port, path: '/api/me', headers: { cookie }, agent });
          asking.end();
          try {
            const [reply] = (await once(asking, 'response')) as [IncomingMessage];
            reply.resume();
            await once(reply, 'end');
            if (reply.statusCode !== 200) others++;
          } catch {
            resets++;
          }
        }
        agent.destroy();
        return [
          reported('Requests', REQUESTS),
          none('Resets', resets),
          none('Responses other than 200', others)
        ];
      })
  }
};
