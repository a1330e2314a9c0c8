import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The identity that a controller claims. */
export interface BoxClaims {
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  /** Whether it ignores searches. */
  readonly isSilent?: boolean;
}

/** What a controller received since its start. */
export interface BoxCounts {
  readonly connections: number;
  /** Bytes received, over all connections. */
  readonly bytes: number;
  readonly commands: number;
}

/** The home network. This process has its first address. */
export const NETWORK = '192.168.77';

const BOX_PROGRAM = fileURLToPath(new URL('./box.js', import.meta.url));

/** Runs `ip` of iproute2 with these arguments. */
const ip = (words: string) =>
  void execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * Turns this process's network namespace into one machine of a home network: its `eth0` is a bridge to which
 * the other machines connect.
 */
export function buildHouse() {
  ip('link set lo up');
  ip('link add eth0 type bridge');
  ip('link set eth0 address 02:00:5e:00:53:01');
  ip(`addr add ${NETWORK}.1/24 brd + dev eth0`);
  ip('link set eth0 up');
}

let plugs = 0;

/** A machine of the network, in its own network namespace. It ends with this process. */
export class Machine {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  private constructor(argv: readonly string[]) {
    const inside = ['-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...argv];
    const child = spawn('unshare', inside, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout });
  }

  /** Starts a controller that is not connected yet. */
  static async box(claims: BoxClaims): Promise<Machine> {
    const machine = new Machine([process.execPath, BOX_PROGRAM, JSON.stringify(claims)]);
    await once(machine.#lines, 'line');
    return machine;
  }

  /** Runs `ip` in that namespace. */
  ip(words: string) {
    this.#run('ip', ...words.split(' '));
  }

  /** Connects its card `eth0` to the home network. The card is down at first. */
  plugIn(mac: string) {
    const plug = `plug${plugs++}`;
    ip(`link add name ${plug} type veth peer name eth0 netns ${this.#pid}`);
    this.ip(`link set eth0 address ${mac}`);
    ip(`link set ${plug} master eth0`);
    ip(`link set ${plug} up`);
  }

  /** Adds an address to its card and brings the card up. */
  give(address: string) {
    this.ip(`addr add ${address}/24 brd + dev eth0`);
    this.ip('link set eth0 up');
  }

  /** Removes an address, so that packets to it are ignored. */
  take(address: string) {
    this.ip(`addr del ${address}/24 dev eth0`);
  }

  /**
   * Disconnects the card. When it is connected again, it announces its address (gratuitous ARP) if
   * `isAnnounced`.
   */
  unplug({ isAnnounced = false } = {}) {
    this.ip('link set eth0 down');
    if (isAnnounced) this.#run('sh', '-c', 'echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_notify');
  }

  /** What a controller has received so far. */
  async counts(): Promise<BoxCounts> {
    const answer = once(this.#lines, 'line');
    this.#child.stdin?.write('count\n');
    return JSON.parse(String((await answer)[0])) as BoxCounts;
  }

  get #pid(): number {
    if (this.#child.pid === undefined) throw new Error('The machine did not start.');
    return this.#child.pid;
  }

  #run(program: string, ...words: string[]) {
    const inside = ['-t', String(this.#pid), '-n', program, ...words];
    execFileSync('nsenter', inside, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
}

/** Polls until a condition holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 100));
}
