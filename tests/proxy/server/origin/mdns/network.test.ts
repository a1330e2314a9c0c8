import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { networkNamespace } from '../../../../support/namespaces';

const script = fileURLToPath(new URL('on-a-network.ts', import.meta.url));

/** A test network: multicast works within it, and no packet leaves it. */
const COMMANDS = [
  ...['ip link set lo up', 'ip link add home0 type veth peer name wall0'],
  ...['ip link set home0 addrgenmode none', 'ip address add 10.77.0.1/24 dev home0', 'ip link set wall0 up'],
  ...['ip link set home0 up', 'ip address add fe80::77/64 dev home0 nodad'],
  ...['ip address add fd77::1/64 dev home0 nodad', 'ip route add 224.0.0.0/4 dev wall0']
];
const run = networkNamespace(COMMANDS, 'mDNS with one is');

/** The answers by IPv4 and by IPv6. */
const both = (...answer: unknown[]) => [answer, answer];
const addresses = (ttl: number, ...others: unknown[]) =>
  both(['A', '10.77.0.1', ttl], ...others, ['AAAA', 'fd77::1', ttl]);

it.skipIf(!run)('by IPv4 and IPv6 the name is announced, answered, withdrawn and given up', async () => {
  const stdout = (await run?.(script)) ?? '';
  expect(JSON.parse(stdout)).toEqual({
    probing: 'silent',
    announced: addresses(120),
    uses: [
      { state: 'taken', address: '10.77.0.1' },
      { state: 'taken', address: 'fe80::77%home0' },
      { state: 'free' },
      { state: 'free' }
    ],
    answers: [[['AAAA', 'fd77::1', 120]], [['A', '10.77.0.1', 120]]],
    repeated: 'silent',
    plain: both(7, ['A', '10.77.0.1', 10]),
    changed: addresses(120, ['A', '10.77.0.2', 120]),
    ...{ conflict: 'silent', later: 'announced' },
    goodbye: addresses(0, ['A', '10.77.0.2', 0]),
    states: ['off', 'failed', 'announced', 'off'],
    log: [
      {
        level: 'warn',
        msg: expect.stringContaining('conflict'),
        name: 'hall.local',
        address: 'fe80::77%home0'
      },
      { level: 'warn', msg: expect.stringContaining('port'), code: 'EADDRINUSE', port: 5353 },
      { level: 'info', msg: expect.stringContaining('again'), name: 'cellar.local' }
    ].map((entry) => ({ ...entry, time: expect.any(String) }))
  });
});
