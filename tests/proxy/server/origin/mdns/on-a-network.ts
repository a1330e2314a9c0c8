import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import openMdns from 'multicast-dns';
import { systemClock } from '#shared/clock';
import { silentLog } from '../../../../../proxy/server/base/platform/log';
import { MdnsResponder } from '../../../../../proxy/server/origin/mdns/mdns-responder';
import { queryName } from '../../../../../proxy/server/origin/mdns/name-query';

/**
 * Another program of the home network, in a network namespace of the test. It queries a name by mDNS and as
 * plain DNS, and then claims the name itself. It prints what it received as one line of JSON.
 */
const ADDRESS = '10.77.0.1';
/** What has not arrived after this time counts as not sent, in ms. */
const SILENCE_MS = 1_200;
/** Timeout of answers, in ms. */
const HEARD_BY_MS = 60_000;

/** A name that the other program has from the start. */
const TAKEN = 'attic.local';
const TAKEN_ADDRESS = '10.77.0.99';

const responderOf = (name: string) =>
  new MdnsResponder({ name, clock: systemClock, log: silentLog, host: 'all' });
const responder = responderOf('hall');
const stop = await responder.start();
const stopOther = await responderOf('porch').start();
const other = openMdns({ interface: ADDRESS, bind: '0.0.0.0' });
await once(other, 'ready');
other.on('query', ({ questions = [] }) => {
  if (questions.some(({ name }) => name === TAKEN))
    other.respond([{ name: TAKEN, type: 'A', ttl: 120, data: TAKEN_ADDRESS }]);
});

/** The types and values of the first answer about the name; null without one in time. */
async function asked(type: 'A' | 'AAAA', byMs = HEARD_BY_MS) {
  const answer = new Promise((resolve) => {
    other.on('response', ({ answers = [] }) => {
      const records = answers.filter(({ name }) => name === 'hall.local');
      if (records.length > 0)
        resolve(records.map((record) => [record.type, 'data' in record ? record.data : null]));
    });
    setTimeout(() => resolve(null), byMs).unref();
  });
  other.query([{ name: 'hall.local', type }]);
  const response = await answer;
  other.removeAllListeners('response');
  return response;
}

/** Waits until a responder may repeat the same answer. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

/** Like `dig`: from its own port, with an answer to that port. */
async function askedPlainly() {
  const socket = createSocket('udp4').bind(0, ADDRESS);
  await once(socket, 'listening');
  const question = Buffer.from(
    'beef00000001000000000000046861 6c6c056c6f63616c0000010001'.replaceAll(' ', ''),
    'hex'
  );
  socket.send(question, 5353, '224.0.0.251');
  const [reply] = (await once(socket, 'message', { signal: AbortSignal.timeout(HEARD_BY_MS) })) as [Buffer];
  socket.close();
  return { id: reply.subarray(0, 2).toString('hex'), holdsAddress: reply.includes(Buffer.of(10, 77, 0, 1)) };
}

/** The TTL of the addresses in a goodbye, in seconds. */
const farewell = new Promise((resolve) => {
  other.on('response', ({ answers = [] }) => {
    const [last] = answers.flatMap((record) =>
      record.name === 'porch.local' && record.type === 'A' && record.ttl === 0
        ? [[record.data, record.ttl]]
        : []
    );
    if (last) resolve(last);
  });
});
/** A query by itself, of a name that another device has, of one that this machine has, and of a free one. */
const uses = await Promise.all(['attic', 'hall', 'cellar'].map((name) => queryName(name, 'all')));
await quiet();
await stopOther();
const left = await farewell;
other.removeAllListeners('response');
const before = { state: responder.state, four: await asked('A') };
await quiet();
const six = await asked('AAAA');
const plain = await askedPlainly();
other.respond([{ name: 'hall.local', type: 'A', ttl: 120, data: '10.77.0.99' }]);
await quiet();
const after = { state: responder.state, four: await asked('A', SILENCE_MS) };
await stop();
other.destroy();
process.stdout.write(
  `${JSON.stringify({ uses, left, before, six, plain, after, stopped: responder.state })}\n`
);
