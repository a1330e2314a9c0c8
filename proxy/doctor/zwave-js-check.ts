import { once } from 'node:events';
import { connect } from 'node:net';
import { isLoopback } from '../net/addresses';
import { readServerAddress, USUAL_ADDRESS } from '../net/zwave-js-address';
import { ok, problem, type Finding } from './finding';

/** How long a connection may take, in ms. */
const CONNECT_TIMEOUT_MS = 1_000;

const SUBJECT = 'Z-Wave JS';

/**
 * Checks whether the Z-Wave JS server of this machine is open to the network. It asks nobody for a password: whoever reaches it opens locks.
 * Sends nothing.
 * @param server the option, if it is set
 * @param addresses of this machine in the home network
 * @returns nothing where there is no server
 */
export async function checkZWaveJs(
  server: string | undefined,
  addresses: readonly string[]
): Promise<readonly Finding[]> {
  const read = server === undefined ? undefined : readServerAddress(server);
  const { host, port, fingerprint } = read?.ok ? read.value : USUAL_ADDRESS;
  if (fingerprint !== null) return [ok(SUBJECT, `It is reached at ${host} by its pinned certificate alone.`)];
  if (!(await accepts(host, port)))
    return server === undefined
      ? []
      : [
          problem(
            SUBJECT,
            `Nothing answers at ${host}, port ${port}.`,
            'Start the server, or correct --zwave-js.'
          )
        ];
  const tried = await Promise.all(
    addresses
      .filter((address) => !isLoopback(address))
      .map(async (address) => ((await accepts(address, port)) ? address : null))
  );
  const open = tried.filter((address) => address !== null);
  if (open.length === 0) return [ok(SUBJECT, `Only this machine reaches its server, on port ${port}.`)];
  return [
    problem(
      SUBJECT,
      `Its server is open to the network at ${open.join(' and ')}, port ${port}: whoever reaches it can open locks, without a password.`,
      'Let it listen on 127.0.0.1 alone, or close the port in the firewall: see docs/zwave-js.md.'
    )
  ];
}

async function accepts(host: string, port: number): Promise<boolean> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
