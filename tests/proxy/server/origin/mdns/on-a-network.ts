import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { decode, encode, type Packet, type RecordType } from 'dns-packet';
import { MdnsResponder } from '../../../../../proxy/server/origin/mdns/mdns-responder';
import { queryName } from '../../../../../proxy/server/origin/mdns/name-query';
import { POLL_INTERVAL_MS } from '../../../../../proxy/server/origin/poll';
import { FakeClock, settle } from '../../../../support/fake-clock';
import { LogCapture } from '../../../../support/log-capture';

/**
 * Another program of the home network, in a network namespace of the test. It queries names by mDNS and as plain DNS, claims one itself, and
 * takes the port. It prints what it received by IPv4 and IPv6 as one line of JSON.
 */
const FAMILIES = ['udp4', 'udp6'] as const;
type Family = (typeof FAMILIES)[number];
const GROUPS = { udp4: '224.0.0.251', udp6: 'ff02::fb' };
const SELECTORS = { udp4: '10.77.0.1', udp6: '::%home0' };
const MDNS_PORT = 5353;

const onBoth = <T>(run: (family: Family) => Promise<T>) => Promise.all(FAMILIES.map(run));

/** Each packet on the network. */
const network = new EventEmitter<{ packet: [family: Family, packet: Packet] }>().setMaxListeners(0);

/** @param address a group, to receive what is sent to it alone */
async function open(type: Family, port: number, address?: string) {
  const socket = createSocket({ type, reuseAddr: address !== undefined, ipv6Only: type === 'udp6' });
  socket.bind(port, address);
  await once(socket, 'listening');
  socket.addMembership(GROUPS[type], SELECTORS[type]);
  socket.setMulticastInterface(SELECTORS[type]);
  return { type, socket, send: (packet: Packet) => socket.send(encode(packet), MDNS_PORT, GROUPS[type]) };
}

const four = await open('udp4', MDNS_PORT, GROUPS.udp4);
const six = await open('udp6', MDNS_PORT, `${GROUPS.udp6}%home0`);
for (const { socket, type } of [four, six])
  socket.on('message', (bytes) => network.emit('packet', type, decode(bytes)));

/** A new network carries its first packets only after a while. */
const carried = new Set<Family>();
network.on('packet', (family) => carried.add(family));
while (carried.size < FAMILIES.length) {
  for (const { send } of [four, six]) send({});
  await setTimeout(10);
}

/** Types, values and lifetimes of the records about a name in an answer. */
const recordsIn = ({ answers = [] }: Packet, name: string) =>
  answers.flatMap((record) =>
    record.name === name && 'data' in record ? [[record.type, record.data, record.ttl]] : []
  );

/** The next answer about a name. */
const heard = (name: string, family: Family) =>
  new Promise<unknown[]>((resolve) =>
    network.on('packet', (from, packet) => {
      const records = recordsIn(packet, name);
      if (from === family && records.length > 0) resolve(records);
    })
  );

const clock = new FakeClock();

/** The answer to a query by mDNS. A responder repeats nothing within a second. */
async function ask({ type: family, send }: typeof four, type: RecordType) {
  clock.pass(1_000);
  const answer = heard('hall.local', family);
  send({ questions: [{ name: 'hall.local', type }] });
  return answer;
}

/** The answer about our name, if it comes while another device answers five times. */
async function askBoth() {
  const query = (name: string) => four.send({ questions: [{ name, type: 'A' }] });
  const answer = heard('hall.local', 'udp4');
  query('hall.local');
  const others = async () => {
    for (let answers = 0; answers < 5; answers++) {
      const other = heard('attic.local', 'udp4');
      query('attic.local');
      await other;
      await settle();
    }
    return 'silent';
  };
  return Promise.race([answer, others()]);
}

/** The answer to plain DNS, which asks from a port of its own and is answered there. */
async function askPlainly(family: Family) {
  const { socket, send } = await open(family, 0);
  send({ id: 7, questions: [{ name: 'hall.local', type: 'A' }] });
  const packet = decode(await new Promise<Buffer>((resolve) => socket.once('message', resolve)));
  socket.close();
  return [packet.id, ...recordsIn(packet, 'hall.local')];
}

/** Lets time pass until something has happened. */
async function passUntil<T>(happening: Promise<T>): Promise<T> {
  const passing = { isOver: false };
  void happening.then(() => (passing.isOver = true));
  while (!passing.isOver) await clock.advance(1_000);
  return happening;
}

const log = new LogCapture();
const responderOf = (name: string) => new MdnsResponder({ name, clock, log, host: 'all' });
const hall = responderOf('hall');

// Two names that other devices have, one by each version of IP. This machine has the third, and nobody the fourth.
network.on('packet', (family, { questions = [] }) => {
  const name = questions[0]?.name ?? '';
  if (family === 'udp4' && name === 'attic.local')
    four.send({ type: 'response', answers: [{ name, type: 'A', data: '10.77.0.99' }] });
  if (family === 'udp6' && name === 'loft.local')
    six.send({ type: 'response', answers: [{ name, type: 'AAAA', data: 'fd77::99' }] });
});
/** The next answers about our name. */
const heardOnBoth = () => onBoth((family) => heard('hall.local', family));

const stop = await hall.start();
const probing = await askBoth();
const announced = await passUntil(heardOnBoth());
const uses = await Promise.all(['attic', 'loft', 'hall', 'cellar'].map((name) => queryName(name, 'all')));

const answers = [await ask(six, 'AAAA'), await ask(four, 'A')];
const repeated = await askBoth();
const plain = await onBoth(askPlainly);

execFileSync('ip', ['address', 'add', '10.77.0.2/24', 'dev', 'home0']);
const changed = await passUntil(heardOnBoth());

six.send({ type: 'response', answers: [{ name: 'hall.local', type: 'AAAA', data: 'fd77::99' }] });
while (hall.state !== 'conflict') await settle();
clock.pass(1_000);
const conflict = await askBoth();
await passUntil(heardOnBoth());
const later = hall.state;

const [goodbye] = await Promise.all([heardOnBoth(), stop()]);
for (const { socket } of [four, six]) socket.close();

const takers = await onBoth((family) => open(family, MDNS_PORT));
const cellar = responderOf('cellar');
const stopCellar = await cellar.start();
for (let polls = 0; polls < 3; polls++) {
  await clock.advance(POLL_INTERVAL_MS);
  // The next poll has a timer as soon as this one has failed.
  while (clock.waiting < 2) await settle();
}
const states = [cellar.state, (await queryName('cellar', 'all')).state];
for (const { socket } of takers) socket.close();
while (log.lines.length < 3) await clock.advance(1_000);
states.push(cellar.state);
await stopCellar();
states.push(cellar.state);

const heardBefore = { probing, announced, uses, answers, repeated, plain, changed };
const heardAfter = { conflict, later, goodbye, states, log: log.entries };
process.stdout.write(JSON.stringify({ ...heardBefore, ...heardAfter }));
