import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { networkNamespace } from '../../../../tools/support/namespaces';
import { builtProgram } from '../../../support/built-program';

const script = fileURLToPath(new URL('on-a-network.ts', import.meta.url));

/** A network that seems to lead to the internet. The system itself sends nothing there. */
const COMMANDS = [
  'ip link set lo up',
  'ip link add out0 type veth peer name in0',
  'ip link set out0 addrgenmode none',
  'ip link set in0 addrgenmode none',
  'ip link set in0 up',
  'ip address add 10.77.0.2/24 dev out0',
  'ip link set out0 up',
  'ip route add default via 10.77.0.1 dev out0',
  'ip neighbour add 10.77.0.1 lladdr 02:00:00:00:00:01 dev out0'
];
const run = networkNamespace(COMMANDS, 'silence is');

it.skipIf(!run)('with all ways off no packet leaves the home in an alarm; with one on some do', async () => {
  const stdout = (await run?.(script, builtProgram())) ?? '';
  const some = expect.toSatisfy((count: number) => count > 0) as number;
  expect(JSON.parse(stdout)).toEqual({ off: 0, status: 204, on: some });
});
