import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { networkNamespace } from '../../../../../tools/support/namespaces';
import { slowness } from '../../../../support/yardstick';

const script = fileURLToPath(new URL('on-a-network.ts', import.meta.url));
const flooded = fileURLToPath(new URL('flooded.ts', import.meta.url));

/** A test network: multicast works within it, and no packet leaves it. */
const COMMANDS = [
  'ip link set lo up',
  'ip link add home0 type veth peer name wall0',
  'ip link set home0 addrgenmode none',
  'ip address add 10.77.0.1/24 dev home0',
  'ip link set wall0 up',
  'ip link set home0 up',
  'ip address add fe80::77/64 dev home0 nodad',
  'ip address add fd77::1/64 dev home0 nodad',
  'ip route add 224.0.0.0/4 dev wall0'
];
const run = networkNamespace(COMMANDS, 'mDNS with one is');

/** Two other devices of that network. */
const DEVICES = ['ip address add 10.77.0.66/24 dev home0', 'ip address add 10.77.0.7/24 dev home0'];
const runFlooded = networkNamespace([...COMMANDS, ...DEVICES], 'A flood of mDNS is');

/** The answers by IPv4 and by IPv6. */
const both = (...answer: unknown[]) => [answer, answer];
const addresses = (ttl: number, ...others: unknown[]) =>
  both(['A', '10.77.0.1', ttl], ...others, ['AAAA', 'fd77::1', ttl]);

it.skipIf(!run)(
  'by IPv4 and IPv6 the name is announced, answered by mDNS and to plain DNS, given up in a conflict, and withdrawn at the stop',
  async () => {
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
      conflict: 'silent',
      later: 'announced',
      goodbye: addresses(0, ['A', '10.77.0.2', 0]),
      states: ['off', 'failed', 'announced', 'off'],
      log: [
        {
          box: true,
          level: 'warn',
          msg: expect.stringContaining('conflict'),
          name: 'hall.local',
          address: 'fe80::77%home0'
        },
        { box: true, level: 'warn', msg: expect.stringContaining('port'), code: 'EADDRINUSE', port: 5353 },
        { box: true, level: 'info', msg: expect.stringContaining('again'), name: 'cellar.local' }
      ].map((entry) => ({ ...entry, time: expect.any(String) }))
    });
  }
);

/** What a run of `flooded.ts` prints. `blocked` and `cpu` are in ms. */
interface Flooded {
  readonly sent: number;
  readonly answers: number;
  readonly asked: number;
  readonly answered: number;
  readonly blocked: number;
  readonly cpu: number;
  readonly state: string;
}

it.skipIf(!runFlooded)(
  'while a stranger floods the link, a neighbour is answered and the program runs on',
  async () => {
    const { sent, answers, asked, answered, blocked, cpu, state }: Flooded = JSON.parse(
      (await runFlooded?.(flooded)) ?? ''
    ) as Flooded;
    expect(sent).toBeGreaterThan(200);
    expect(answers, 'four a second to where the stranger says that it is').toBeLessThanOrEqual(20);
    expect(asked).toBeGreaterThan(5);
    expect(answered / asked, 'share of the neighbour’s questions that were answered').toBeGreaterThan(0.7);
    expect(blocked, 'ms in which the event loop did nothing else').toBeLessThan(250);
    expect(cpu / sent / slowness(), 'ms of the processor a message').toBeLessThan(1);
    expect(state).toBe('announced');
  }
);
