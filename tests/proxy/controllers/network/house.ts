import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What a box says of itself. */
export interface BoxClaims {
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
  /** Whether it answers no search. */
  readonly isSilent?: boolean;
}

/** What reached a box since it was started. */
export interface BoxCounts {
  readonly connections: number;
  /** Bytes that came in, over all connections. */
  readonly bytes: number;
  readonly commands: number;
}

/** The network of the house. This process has its first address. */
export const NETWORK = '192.168.77';
/** The address of the machine of this process. */
export const OWN_ADDRESS = `${NETWORK}.1`;

const BOX_PROGRAM = fileURLToPath(new URL('./box.js', import.meta.url));

/** Runs a command of iproute2: `ip` and words. */
const ip = (words: string) =>
  void execFileSync('ip', words.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * Makes the network namespace that this process is in one machine of a house: its `eth0` is a bridge that every other machine of the house
 * is plugged in to.
 */
export function buildHouse() {
  ip('link set lo up');
  ip('link add eth0 type bridge');
  ip('link set eth0 address 02:00:5e:00:53:01');
  ip(`addr add ${OWN_ADDRESS}/24 brd + dev eth0`);
  ip('link set eth0 up');
}

/** Gives this process's machine another address. */
export function readdressHouse(address: string) {
  ip('addr flush dev eth0');
  ip(`addr add ${address}/24 brd + dev eth0`);
}

/** Has packets to a network sent by way of a router. */
export const routeVia = (network: string, router: string) => ip(`route add ${network} via ${router}`);

let plugs = 0;

/** A machine of the house, in a network namespace of its own. It ends with this process. */
export class Machine {
  readonly #child: ChildProcess;
  readonly #lines: Interface;

  private constructor(argv: readonly string[], isOwn: boolean) {
    const inside = isOwn
      ? argv
      : ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh', ...argv];
    const [program = '', ...words] = inside;
    const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout });
  }

  /** Starts a box that is plugged in nowhere; with `isOwn` it runs on the machine of this process instead. */
  static box(claims: BoxClaims, { isOwn = false } = {}): Promise<Machine> {
    return Machine.#start([process.execPath, BOX_PROGRAM, JSON.stringify(claims)], isOwn);
  }

  /** Starts a machine that only leads from one network to another. */
  static router(): Promise<Machine> {
    return Machine.#start(['sh', '-c', 'echo ready && exec cat'], false);
  }

  static async #start(argv: readonly string[], isOwn: boolean): Promise<Machine> {
    const machine = new Machine(argv, isOwn);
    await once(machine.#lines, 'line');
    return machine;
  }

  /** Runs a command of iproute2 in there. */
  ip(words: string) {
    this.#run('ip', ...words.split(' '));
  }

  /** Turns a switch of its IPv4 on, as `conf/eth0/proxy_arp`. */
  turnOn(key: string) {
    this.#run('sh', '-c', `echo 1 > /proc/sys/net/ipv4/${key}`);
  }

  /** Plugs its card `eth0` in to the house, or to a new card `eth1` of another machine. It is down at first. */
  plugIn(mac: string, other?: Machine) {
    const plug = `plug${plugs++}`;
    const far = other === undefined ? `name ${plug}` : `name eth1 netns ${other.#pid}`;
    ip(`link add ${far} type veth peer name eth0 netns ${this.#pid}`);
    this.ip(`link set eth0 address ${mac}`);
    if (other) return other.ip('link set eth1 up');
    ip(`link set ${plug} master eth0`);
    ip(`link set ${plug} up`);
  }

  /** Gives its card an address beside those that it has; the card is up from then on. */
  give(address: string) {
    this.ip(`addr add ${address}/24 brd + dev eth0`);
    this.ip('link set eth0 up');
  }

  /** Takes an address away: packets to it are passed over in silence. */
  take(address: string) {
    this.ip(`addr del ${address}/24 dev eth0`);
  }

  /** Pulls the plug. Back in, the card tells everybody which address it has (gratuitous ARP) if `isAnnounced`. */
  unplug({ isAnnounced = false } = {}) {
    this.ip('link set eth0 down');
    if (isAnnounced) this.turnOn('conf/eth0/arp_notify');
  }

  /** What reached a box up to now. */
  counts(): Promise<BoxCounts> {
    return this.#ask('count');
  }

  /** Breaks every connection to a box. */
  cut(): Promise<BoxCounts> {
    return this.#ask('cut');
  }

  get #pid(): number {
    if (this.#child.pid === undefined) throw new Error('The machine did not start.');
    return this.#child.pid;
  }

  #run(program: string, ...words: string[]) {
    const inside = ['-t', String(this.#pid), '-n', program, ...words];
    execFileSync('nsenter', inside, { stdio: ['ignore', 'ignore', 'pipe'] });
  }

  async #ask(line: string): Promise<BoxCounts> {
    const answer = once(this.#lines, 'line');
    this.#child.stdin?.write(`${line}\n`);
    return JSON.parse(String((await answer)[0])) as BoxCounts;
  }
}

/** Asks for something until it holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => void setTimeout(resolve, 100));
}
