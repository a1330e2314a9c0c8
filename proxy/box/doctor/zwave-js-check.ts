import { systemClock } from '#shared/clock';
import { isLoopback } from '../../server/base/net/addresses';
import { ServerLink } from '../../sources/zwave-js/link';
import { readServerAddress, USUAL_ADDRESS, type ServerAddress } from '../../sources/zwave-js/server-address';
import { finding, type Finding } from './finding';

/** Timeout for connecting and for the first message, in ms. */
const GREETING_TIMEOUT_MS = 1_000;

/**
 * Checks whether the Z-Wave JS server of this machine is open to the network. It asks for no password: anyone who reaches it can open locks.
 * Only its first message is read, and nothing is sent to it.
 * @param server the option, if it is set
 * @param addresses of this machine in the home network
 * @returns nothing where there is no server
 */
export async function checkZWaveJs(
  server: string | undefined,
  addresses: readonly string[]
): Promise<readonly Finding[]> {
  const read = server === undefined ? undefined : readServerAddress(server);
  const address = read?.ok ? read.value : USUAL_ADDRESS;
  const { host, port, fingerprint } = address;
  if (!(await answers(address)))
    return server === undefined ? [] : [finding('zwave-js-silent', { host, port })];
  if (fingerprint !== null) return [finding('zwave-js-pinned', { host })];
  const open = [];
  for (const own of addresses.filter((each) => !isLoopback(each)))
    if (await answers({ ...address, host: own })) open.push(own);
  return [finding(open.length > 0 ? 'zwave-js-open' : 'zwave-js', { addresses: open.join(' and '), port })];
}

async function answers(address: ServerAddress): Promise<boolean> {
  const nothing = () => undefined;
  const deps = { clock: systemClock, onEvent: nothing, onClose: nothing };
  const link = await ServerLink.open(address, deps, GREETING_TIMEOUT_MS);
  if (link.ok) link.value.close();
  return link.ok;
}
