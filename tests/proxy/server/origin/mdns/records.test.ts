import { decode, encode, type Packet, type RecordType } from 'dns-packet';
import { expect, it } from 'vitest';
import { MessageReader } from '../../../../../proxy/server/origin/mdns/message';
import { answerTo, hasConflict } from '../../../../../proxy/server/origin/mdns/records';

const BOX = { name: 'hall.local', addresses: ['192.168.1.5', 'fd00::5'] };
const FOUR = { name: 'hall.local', addresses: ['192.168.1.5'] };

const A = ['A', '192.168.1.5'];
const AAAA = ['AAAA', 'fd00::5'];
const DENIAL = ['NSEC', { nextDomain: 'hall.local', rrtypes: ['A'] }];

const ask = (type: RecordType, name = 'hall.local'): Packet => ({ questions: [{ name, type }] });

/** A query of the type 255, which has no name in the types of the library. */
const ANY = encode(ask('A')).fill(255, 25, 26);

const reader = new MessageReader('hall.local');

/** The answer to a query, by what is sent; null for none. */
function answerOf(query: Packet | Buffer, named = BOX, isLegacy = false): Packet | null {
  const message = reader.read(Buffer.isBuffer(query) ? query : encode(query));
  const answer = message && answerTo(message, named, isLegacy);
  return answer ? decode(encode(answer)) : null;
}

const valuesOf = (records: Packet['answers'] = []) =>
  records.map((record) => [record.type, 'data' in record && record.data]);

it.each([
  ['A', ask('A'), BOX, [A], [AAAA]],
  ['AAAA', ask('AAAA', 'HALL.local'), BOX, [AAAA], [A]],
  ['ANY', ANY, BOX, [A, AAAA], []],
  ['A without AAAA', ask('A'), FOUR, [A], [DENIAL]],
  ['AAAA without one', ask('AAAA'), FOUR, [DENIAL], [A]]
])(
  'a query about our name is answered with what is requested or its denial, and with what is requested next: %s',
  (_, query, named, answers, additionals) => {
    const answer = answerOf(query, named);
    expect(valuesOf(answer?.answers)).toEqual(answers);
    expect(valuesOf(answer?.additionals)).toEqual(additionals);
  }
);

it('a query about our name is answered with a TTL of two minutes and cache flush; with ten seconds to plain DNS', () => {
  expect(answerOf(ask('A'))?.answers).toMatchObject([{ ttl: 120, flush: true, class: 'IN' }]);
  expect(answerOf(ask('A'), BOX, true)?.answers).toMatchObject([{ ttl: 10, flush: false }]);
});

/** A query with a question about another name, and many about ours. */
const MANY: Packet = {
  questions: [
    { name: 'attic.local', type: 'A' },
    ...Array.from({ length: 10 }, () => [
      { name: 'hall.local', type: 'A' } as const,
      { name: 'hall.local', type: 'AAAA' } as const
    ]).flat()
  ]
};

it.each([
  ['what it asked, as it spelt it', encode(ask('A', 'Hall.Local')), [['Hall.Local', 'A']]],
  ['what it asked of any type', ANY, [['hall.local', 'ANY']]],
  [
    'at most two of its questions, and none about other names',
    encode(MANY),
    [
      ['hall.local', 'A'],
      ['hall.local', 'AAAA']
    ]
  ]
])('a client of plain DNS gets its id and %s', (_, query, questions) => {
  const bytes = Buffer.from(query);
  bytes.writeUInt16BE(77, 0);
  const answer = answerOf(bytes, BOX, true);
  expect(answer?.id).toBe(77);
  expect(answer?.questions?.map(({ name, type }) => [name, type])).toEqual(questions);
  expect(answerOf(bytes)?.questions, 'by mDNS none').toEqual([]);
});

it.each([
  ['another name', ask('A', 'hall2.local')],
  ['a name below ours', ask('A', 'x.hall.local')],
  ['a name above ours', ask('A', 'local')],
  ['another kind of record', ask('TXT')],
  ['nothing', {}]
])('a query about %s is not answered', (_, query) => {
  expect(answerOf(query)).toBe(null);
});

it.each([
  [true, { name: 'hall.local', type: 'A', data: '192.168.1.9' }],
  [true, { name: 'Hall.local', type: 'AAAA', data: 'fd00::9' }],
  [false, { name: 'hall.local', type: 'A', data: '192.168.1.5' }],
  [false, { name: 'hall.local', type: 'AAAA', data: 'fd00:0:0::5' }],
  [false, { name: 'hall2.local', type: 'A', data: '192.168.1.9' }]
] as const)('a conflict is a response that gives our name another address: %s %j', (expected, record) => {
  const own = () => ['192.168.1.5', 'fd00::5', 'fe80::5'];
  for (const packet of [{ answers: [record] }, { additionals: [record] }]) {
    const message = reader.read(encode({ type: 'response', ...packet }));
    expect(message !== undefined && hasConflict(message, own)).toBe(expected);
    // What a query has in its answers is what its sender knows, which may be old.
    const query = reader.read(encode({ type: 'query', ...packet }));
    expect(query !== undefined && hasConflict(query, own)).toBe(false);
  }
});
