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

async function open(type: Family, port: number, isShared: boolean) {
  const socket = createSocket({ type, reuseAddr: isShared, ipv6Only: type === 'udp6' }).bind(port);
  await once(socket, 'listening');
  socket.addMembership(GROUPS[type], SELECTORS[type]);
  socket.setMulticastInterface(SELECTORS[type]);
  return { type, socket, send: (packet: Packet) => socket.send(encode(packet), MDNS_PORT, GROUPS[type]) };
}

const four = await open('udp4', MDNS_PORT, true);
const six = await open('udp6', MDNS_PORT, true);
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
async function ask({ type: family, send }: typeof four, name: string, type: RecordType) {
  clock.pass(1_000);
  const answer = heard(name, family);
  send({ questions: [{ name, type }] });
  return answer;
}

/** The answer to plain DNS, which asks from a port of its own and is answered there. */
async function askPlainly(family: Family) {
  const { socket, send } = await open(family, 0, false);
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

/** The next answers about our names. */
const heardOfBoth = () =>
  Promise.all(['hall.local', 'porch.local'].map((name) => onBoth((family) => heard(name, family))));

const announcement = heardOfBoth();
const stops = [await hall.start(), await responderOf('porch').start()];
const [announced] = await passUntil(announcement);

// Two names that other devices have, one by each version of IP. This machine has the third, and nobody the fourth.
network.on('packet', (family, { questions = [] }) => {
  const name = questions[0]?.name ?? '';
  if (family === 'udp4' && name === 'attic.local')
    four.send({ type: 'response', answers: [{ name, type: 'A', data: '10.77.0.99' }] });
  if (family === 'udp6' && name === 'loft.local')
    six.send({ type: 'response', answers: [{ name, type: 'AAAA', data: 'fd77::99' }] });
});
const uses = await Promise.all(['attic', 'loft', 'hall', 'cellar'].map((name) => queryName(name, 'all')));

const answers = [await ask(four, 'hall.local', 'A'), await ask(six, 'hall.local', 'AAAA')];
const plain = await onBoth(askPlainly);

const change = heardOfBoth();
execFileSync('ip', ['address', 'add', '10.77.0.2/24', 'dev', 'home0']);
const [changed] = await passUntil(change);

six.send({ type: 'response', answers: [{ name: 'hall.local', type: 'AAAA', data: 'fd77::99' }] });
while (hall.state !== 'conflict') await settle();
const inConflict = heard('hall.local', 'udp4');
four.send({ questions: [{ name: 'hall.local', type: 'A' }] });
const conflict = await Promise.race([inConflict, ask(four, 'porch.local', 'A').then(() => 'silent')]);
const comeback = onBoth((family) => heard('hall.local', family));
await passUntil(comeback);
const later = hall.state;

const farewell = onBoth((family) => heard('hall.local', family));
for (const stop of stops) await stop();
const goodbye = await farewell;
for (const { socket } of [four, six]) socket.close();

const takers = await onBoth((family) => open(family, MDNS_PORT, false));
const cellar = responderOf('cellar');
const stop = await cellar.start();
for (let polls = 0; polls < 3; polls++) {
  await clock.advance(POLL_INTERVAL_MS);
  // The next poll has a timer as soon as this one has failed.
  while (clock.waiting < 2) await settle();
}
const states = [cellar.state, (await queryName('cellar', 'all')).state];
for (const { socket } of takers) socket.close();
while (log.lines.length < 3) await clock.advance(1_000);
states.push(cellar.state);
await stop();
states.push(cellar.state);

process.stdout.write(
  JSON.stringify({
    announced,
    uses,
    answers,
    plain,
    changed,
    conflict,
    later,
    goodbye,
    states,
    log: log.entries
  })
);
