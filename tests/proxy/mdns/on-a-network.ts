import { once } from 'node:events';
import { createSocket } from 'node:dgram';
import openMdns from 'multicast-dns';
import { systemClock } from '#shared/clock';
import { silentLog } from '../../../proxy/platform/log';
import { MdnsResponder } from '../../../proxy/mdns/mdns-responder';

/**
 * Another program of the home's network, in a network namespace that the test made: it asks a box for its name by mDNS and as plain DNS, and
 * then claims that name itself. It prints what it heard as one line of JSON.
 */
const ADDRESS = '10.77.0.1';
/** What is not heard by then is not said, in ms. */
const SILENCE_MS = 1_200;
/** For what is said: after so long it hangs, in ms. */
const HEARD_BY_MS = 60_000;

const responderOf = (name: string) =>
  new MdnsResponder({ name, clock: systemClock, log: silentLog, host: 'all' });
const responder = responderOf('hall');
const stop = await responder.start();
const stopOther = await responderOf('porch').start();
const other = openMdns({ interface: ADDRESS, bind: '0.0.0.0' });
await once(other, 'ready');

/** The types and values of the first answer about the name; null where none comes by then. */
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
  const heard = await answer;
  other.removeAllListeners('response');
  return heard;
}

/** Lets the seconds pass in which the same is not said again. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, SILENCE_MS));

/** As `dig` would: from a port of its own, answered to that port alone. */
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

/** What is told of a box as it leaves: the time for which others may keep its addresses, in seconds. */
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
process.stdout.write(`${JSON.stringify({ left, before, six, plain, after, stopped: responder.state })}\n`);
