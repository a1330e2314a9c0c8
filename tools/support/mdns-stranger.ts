import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from 'dns-packet';
import { hostileMessages } from './hostile-mdns';

/** The group and the port of mDNS by IPv4 (RFC 6762 3). */
const GROUP = '224.0.0.251';
const PORT = 5353;

/** Time between two bursts of a flood, and between two questions, in ms. */
const BURST_INTERVAL_MS = 20;
const ASK_INTERVAL_MS = 300;
/** Time for an answer, in ms. A client of plain DNS waits longer. */
const ANSWER_TIMEOUT_MS = 1_000;

/** Another device of the link, at an IPv4 of it. */
async function open(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  socket.setMulticastInterface(address);
  return socket;
}

/** Where a device is, and for how long it sends. */
interface Sending {
  /** The name that it names, with `.local`. */
  readonly name: string;
  /** Its own IPv4. */
  readonly from: string;
  readonly ms: number;
}

/**
 * A device that sends all hostile messages in turn, up to fifty times a second.
 * @param machine an IPv4 of the machine that is attacked
 * @returns how many it has sent, and how many answers came back to where it says that it is
 */
export async function floodMdns(
  { name, from, ms }: Sending,
  machine: string
): Promise<{ sent: number; answers: number }> {
  const socket = await open(from);
  let answers = 0;
  socket.on('message', () => (answers += 1));
  const messages = Object.values(hostileMessages(name, machine));
  const until = performance.now() + ms;
  let sent = 0;
  while (performance.now() < until) {
    for (const message of messages) socket.send(message, PORT, GROUP);
    sent += messages.length;
    await sleep(BURST_INTERVAL_MS);
  }
  socket.close();
  return { sent, answers };
}

/**
 * A device that asks for a name as plain DNS, about three times a second.
 * @returns how often it asked, and how often it was answered within a second
 */
export async function askMdns({ name, from, ms }: Sending): Promise<{ asked: number; answered: number }> {
  const socket = await open(from);
  const until = performance.now() + ms;
  const answers = new Set<number>();
  socket.on('message', (bytes) => {
    const { id = 0, answers: records = [] } = decode(bytes);
    if (records.some((record) => record.name === name)) answers.add(id);
  });
  let asked = 0;
  while (performance.now() < until) {
    asked += 1;
    socket.send(encode({ id: asked, questions: [{ name, type: 'A' }] }), PORT, GROUP);
    await sleep(ASK_INTERVAL_MS);
  }
  const waited = performance.now() + ANSWER_TIMEOUT_MS;
  while (answers.size < asked && performance.now() < waited) await sleep(ASK_INTERVAL_MS);
  socket.close();
  return { asked, answered: answers.size };
}
