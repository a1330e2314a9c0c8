import { onTestFinished } from 'vitest';
import { silentLog, type Log } from '../../proxy/server/base/platform/log';
import { Hosts } from '../../proxy/server/http/hosts';
import { createHttpsRedirect } from '../../proxy/server/http/https-redirect';
import { closeServer } from '../../proxy/server/http/https-server';
import { createAuthority, issueLeaf } from '../../proxy/server/origin/tls/authority';
import { listening } from './listening';

/** Starts a server for one test that redirects `hall.local` to the https listener. Resolves with its port. */
export async function redirectServer(log: Log = silentLog): Promise<number> {
  const at = Date.now();
  const leaf = issueLeaf(createAuthority(at), { names: ['localhost', 'hall.local', '127.0.0.1'], at });
  const hosts = new Hosts({ name: 'hall', origin: undefined, certificateNames: () => [] });
  const serverOrigins = { httpsOrigin: (hostname: string) => `https://${hostname}:8443` };
  const server = createHttpsRedirect(leaf, { log, hosts, serverOrigins });
  onTestFinished(() => closeServer(server));
  return listening(server);
}
