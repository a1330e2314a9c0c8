import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const script = fileURLToPath(new URL('on-a-network.ts', import.meta.url));

/** A test network: multicast works within it, and no packet leaves it. */
const NETWORK = [
  'ip link set lo up',
  'ip link add home0 type veth peer name wall0',
  'ip addr add 10.77.0.1/24 dev home0',
  'ip link set wall0 up',
  'ip link set home0 up',
  'ip route add 224.0.0.0/4 dev home0'
].join(' && ');

const hasNetwork = spawnSync('unshare', ['-rn', 'sh', '-c', NETWORK]).status === 0;
if (!hasNetwork)
  console.warn('No network namespace can be made here: mDNS is tested without a network alone.');

describe.runIf(hasNetwork)('the name on a network', () => {
  it('the name is answered by mDNS and to plain DNS, denied for a missing address type, given up in a conflict, and withdrawn at the stop', async () => {
    const program = `${NETWORK} && exec "${process.execPath}" --import tsx "${script}"`;
    const { stdout } = await run('unshare', ['-rn', 'sh', '-c', program]);
    expect(JSON.parse(stdout)).toEqual({
      uses: [{ state: 'taken', address: '10.77.0.1' }, { state: 'free' }, { state: 'free' }],
      left: ['10.77.0.1', 0],
      before: { state: 'announced', four: [['A', '10.77.0.1']] },
      six: [['NSEC', expect.anything()]],
      plain: { id: 'beef', holdsAddress: true },
      after: { state: 'conflict', four: null },
      stopped: 'off'
    });
  });
});
