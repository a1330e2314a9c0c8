import { fileURLToPath } from 'node:url';
import type { Finding } from '../../support/figures';
import { networkNamespace } from '../../support/namespaces';
import type { Scenario } from '../scenario';

const script = fileURLToPath(new URL('mdns-network.ts', import.meta.url));

/** A network of the attempt's own: the machine, a stranger and a neighbour, by their addresses. No packet leaves it. */
const COMMANDS = [
  'ip link set lo up',
  'ip link add home0 type veth peer name wall0',
  'ip address add 192.168.77.1/24 dev home0',
  'ip address add 192.168.77.2/24 dev home0',
  'ip address add 192.168.77.3/24 dev home0',
  'ip link set wall0 up',
  'ip link set home0 up',
  'ip route add 224.0.0.0/4 dev home0'
];

/** Attempts of a device on the link, which is not signed in. */
export const MDNS: Readonly<Record<string, Scenario>> = {
  mdns: {
    about: 'A stranger on the link sends hostile messages of mDNS for 15 s, in a network namespace',
    async run() {
      const run = networkNamespace(COMMANDS, 'The attempt on mDNS is');
      if (!run) throw new Error('No network namespace can be made here.');
      return JSON.parse(await run(script)) as readonly Finding[];
    }
  }
};
