import { createCipheriv } from 'node:crypto';
import { encode, type Answer } from 'dns-packet';
import { expect, it } from 'vitest';
import { MessageReader } from '../../../../../proxy/server/origin/mdns/message';
import { answerTo, hasConflict } from '../../../../../proxy/server/origin/mdns/records';
import { claimOf, hostileMessages } from '../../../../../tools/support/hostile-mdns';
import { SEED } from '../../../../faults/storm';
import { slowness } from '../../../../support/yardstick';

const OURS = { name: 'hall.local', addresses: ['192.168.1.5', 'fd00::5'] };
const reader = new MessageReader(OURS.name);

/** What the responder does with a message. Returns what it sends. */
function respondTo(bytes: Buffer): Buffer | undefined {
  const message = reader.read(bytes);
  if (!message) return undefined;
  hasConflict(message);
  const answer = message.isQuery ? answerTo(message, OURS, true) : null;
  return answer ? encode(answer) : undefined;
}

const HOSTILE = Object.entries({
  ...hostileMessages(OURS.name, '192.168.1.5'),
  'another address for our name': claimOf(OURS.name)
});
/** No answer to plain DNS is longer, in bytes. */
const MAX_ANSWER_BYTES = 200;

it.each(HOSTILE)('a message takes less than a millisecond, and brings no long answer: %s', (_, bytes) => {
  // Other work of this machine can spoil a measurement, so the best of three counts.
  const took = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    for (let read = 0; read < 50; read++) respondTo(bytes);
    return (performance.now() - begun) / 50;
  });
  expect(Math.min(...took) / slowness(), 'ms').toBeLessThan(1);
  expect(respondTo(bytes)?.length ?? 0).toBeLessThan(MAX_ANSWER_BYTES);
});

/** Random numbers below a maximum, always the same ones for a seed. */
function randomNumbers(seed: number): (max: number) => number {
  const key = Buffer.alloc(16);
  key.writeUInt32BE(seed >>> 0);
  const bytes = createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(4_000_000));
  let at = 0;
  return (max) => {
    at = (at + 4) % bytes.length;
    return bytes.readUInt32BE(at) % max;
  };
}

it('100,000 damaged messages do not throw, take less than a millisecond each, and bring no long answer', () => {
  const below = randomNumbers(SEED);
  const queries = ['hall.local', 'HALL.LOCAL', 'x.hall.local'].map((name) =>
    encode({ questions: [{ name, type: 'AAAA' }] })
  );
  const response = encode({
    type: 'response',
    answers: [{ name: 'hall.local', type: 'A', data: '192.168.1.9' }]
  });
  const bases = [...queries, response, ...HOSTILE.map(([, bytes]) => bytes.subarray(0, 1_400))];
  let longest = 0;
  const begun = performance.now();
  for (let count = 0; count < 100_000; count++) {
    const bytes = Buffer.from(bases[below(bases.length)] ?? '');
    for (let changes = below(8); changes >= 0; changes--) bytes[below(bytes.length)] = below(256);
    const part = below(4) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes;
    longest = Math.max(longest, respondTo(part)?.length ?? 0);
  }
  expect((performance.now() - begun) / 100_000 / slowness(), 'ms').toBeLessThan(1);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(MAX_ANSWER_BYTES);
});

const known = (count: number): Answer[] =>
  Array.from({ length: count }, (_, at) => ({
    name: '_http._tcp.local',
    type: 'PTR',
    ttl: 120,
    data: `Printer ${at}._http._tcp.local`
  }));

it.each([
  ['a long list of known answers', { answers: known(150) }],
  ['known answers that go on in the next packet', { flags: 0x0200, answers: known(20) }],
  ['30 questions about other names before', { others: 30 }]
])('a query is read with %s', (_, { others = 0, ...packet }: { others?: number; answers?: Answer[] }) => {
  const other = { name: 'attic.local', type: 'A' } as const;
  const ours = { name: 'hall.local', type: 'A' } as const;
  const questions = [...Array.from({ length: others }, () => other), ours];
  const bytes = encode({ type: 'query', questions, ...packet });
  expect(bytes.length).toBeLessThan(9_000);
  expect(reader.read(bytes)?.questions).toEqual([ours]);
});

it('a response is read behind a hundred records of other names', () => {
  const answers: Answer[] = [...known(100), { name: 'hall.local', type: 'A', data: '192.168.1.9' }];
  const message = reader.read(encode({ type: 'response', answers }));
  expect(message?.addresses).toEqual(['c0a80109']);
});
