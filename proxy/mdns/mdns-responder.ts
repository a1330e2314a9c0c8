import type { MulticastDNS, QueryPacket, ResponsePacket } from 'multicast-dns';
import type { RemoteInfo } from 'node:dgram';
import { machineAddresses } from '../addresses';
import type { Clock } from '../clock';
import type { Log } from '../log';
import type { Naming } from '../server-origins';
import { announcement, answerTo, goodbye, isRival, type Named } from './answer';
import { linksOf, type Link } from './links';

/** How often it is looked whether links came or went, in ms. */
const LOOK_MS = 10_000;

/** When a new link is asked whether the name is free, in ms from its beginning (RFC 6762 8.1), and when it is told that it is ours. */
const PROBES_MS = [0, 250, 500];
const ANNOUNCED_MS = 1_000;

/** How long a rival counts after it was last heard, and how often it is asked for until then, in ms. */
const RIVAL_MS = 150_000;
const ASK_RIVAL_MS = 60_000;

/** The same is not said to a whole link more often than this, in ms (RFC 6762 6). */
const REPEATED_MS = 1_000;

/** Where plain DNS would ask from, there nobody does multicast: such a question is answered to its sender alone. */
const MDNS_PORT = 5353;

/** What it stands on. */
export interface NameTellerParts {
  /** Without `.local`. */
  readonly name: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The owner's `--host`. */
  readonly host: string;
}

type Packet = QueryPacket | ResponsePacket;

/** One link, spoken to. */
interface Voice {
  readonly link: Link;
  readonly socket: MulticastDNS;
  readonly cancels: (() => void)[];
  saidAt: number;
}

/** Answers to `<name>.local` on each link by mDNS. It keeps silent while another host has that name: two would lead phones astray. */
export class MdnsResponder {
  readonly #parts: NameTellerParts;
  readonly #name: string;
  readonly #voices = new Map<string, Voice>();
  #rivalUntil = -Infinity;
  #stopped = false;

  constructor(parts: NameTellerParts) {
    this.#parts = parts;
    this.#name = `${parts.name}.local`;
  }

  /** How it stands with the name now. */
  get naming(): Naming {
    if (this.#voices.size === 0) return 'silent';
    return this.#isRivalled ? 'taken' : 'told';
  }

  /** Speaks on every link, those that come later too, until what it returns is called: then it takes its leave of each. */
  async start(): Promise<() => Promise<void>> {
    const { default: open } = await import('multicast-dns');
    const { clock, host } = this.#parts;
    let cancelLook: (() => void) | undefined;
    const look = () => {
      const links = linksOf(host);
      const isThere = ({ link }: Voice) => links.some((each) => keyOf(each) === keyOf(link));
      for (const voice of this.#voices.values()) if (!isThere(voice)) this.#hush(voice);
      for (const link of links)
        if (!this.#voices.has(keyOf(link)))
          this.#speak(link, open({ interface: link.address, bind: '0.0.0.0' }));
      cancelLook = clock.after(LOOK_MS, look);
    };
    look();
    return async () => {
      this.#stopped = true;
      cancelLook?.();
      await Promise.all([...this.#voices.values()].map((voice) => this.#leave(voice)));
    };
  }

  get #isRivalled() {
    return this.#parts.clock.monotonic() < this.#rivalUntil;
  }

  #speak(link: Link, socket: MulticastDNS) {
    const { clock, log } = this.#parts;
    const voice: Voice = { link, socket, cancels: [], saidAt: -Infinity };
    this.#voices.set(keyOf(link), voice);
    socket.on('error', (error: Error) => {
      log.warn(
        { err: error, address: link.address },
        'The name cannot be told here: is the port of mDNS taken?'
      );
      this.#hush(voice);
    });
    socket.on('warning', (error: Error) => log.debug({ err: error }, 'Something odd came by mDNS.'));
    socket.on('query', (query: QueryPacket, sender: RemoteInfo) => this.#answer(voice, query, sender));
    socket.on('response', (response: ResponsePacket, sender: RemoteInfo) =>
      this.#hear(voice, response, sender)
    );
    for (const at of PROBES_MS) voice.cancels.push(clock.after(at, () => this.#probe(voice)));
    voice.cancels.push(clock.after(ANNOUNCED_MS, () => this.#announce(voice)));
  }

  #hush(voice: Voice) {
    if (!this.#voices.delete(keyOf(voice.link))) return;
    for (const cancel of voice.cancels) cancel();
    voice.socket.destroy();
  }

  /** Nobody is to look for us here for minutes. A rival's name is not ours to take back. */
  async #leave(voice: Voice) {
    if (!this.#isRivalled)
      await new Promise<void>((resolve) =>
        voice.socket.respond(goodbye(this.#namedOn(voice)), () => resolve())
      );
    this.#hush(voice);
  }

  #probe({ socket }: Voice) {
    socket.query(this.#name);
  }

  #announce(voice: Voice) {
    if (!this.#isRivalled) voice.socket.respond(announcement(this.#namedOn(voice)));
  }

  #answer(voice: Voice, { id, questions = [] }: Packet, sender: RemoteInfo) {
    const { clock } = this.#parts;
    if (this.#isRivalled || !voice.link.holds(sender.address)) return;
    const isLegacy = sender.port !== MDNS_PORT;
    const answer = answerTo(questions, this.#namedOn(voice), { isLegacy });
    if (!answer) return;
    if (isLegacy) {
      voice.socket.respond({ ...answer, id: id ?? 0, questions }, sender);
      return;
    }
    if (clock.monotonic() - voice.saidAt < REPEATED_MS) return;
    voice.saidAt = clock.monotonic();
    voice.socket.respond(answer);
  }

  #hear(voice: Voice, { answers = [], additionals = [] }: Packet, sender: RemoteInfo) {
    if (this.#stopped || !voice.link.holds(sender.address)) return;
    const own = machineAddresses().map(({ address }) => address);
    const records = [...answers, ...additionals];
    if (!records.some((record) => isRival({ data: undefined, ...record }, this.#name, own))) return;
    const { clock, log } = this.#parts;
    if (!this.#isRivalled) {
      log.warn(
        { name: this.#name, rival: sender.address },
        'Another host answers to our name: we keep silent. Choose another with --name.'
      );
      voice.cancels.push(clock.after(ASK_RIVAL_MS, () => this.#askAgain(voice)));
    }
    this.#rivalUntil = clock.monotonic() + RIVAL_MS;
  }

  /** Whether the rival is still there; once it is silent for long enough, the name is ours again. */
  #askAgain(voice: Voice) {
    if (this.#isRivalled) {
      this.#probe(voice);
      voice.cancels.push(this.#parts.clock.after(ASK_RIVAL_MS, () => this.#askAgain(voice)));
    } else this.#announce(voice);
  }

  #namedOn({ link: { addresses } }: Voice): Named {
    return { name: this.#name, addresses };
  }
}

const keyOf = ({ addresses }: Link) => addresses.join();
