import { decode, encode, type Packet, type RecordType } from 'dns-packet';
import { expect, it } from 'vitest';
import { answerTo, hasConflict } from '../../../../../proxy/server/origin/mdns/records';

const BOX = { name: 'hall.local', addresses: ['192.168.1.5', 'fd00::5'] };
const FOUR = { name: 'hall.local', addresses: ['192.168.1.5'] };

const A = ['A', '192.168.1.5'];
const AAAA = ['AAAA', 'fd00::5'];
const DENIAL = ['NSEC', { nextDomain: 'hall.local', rrtypes: ['A'] }];

const ask = (type: RecordType, name = 'hall.local'): Packet => ({ questions: [{ name, type }] });

/** A query of the type 255, which has no name in the types of the library. */
const ANY = encode(ask('A')).fill(255, 25, 26);

const valuesOf = (records: Packet['answers'] = []) =>
  records.map((record) => [record.type, 'data' in record && record.data]);

it.each([
  ['A', ask('A'), BOX, [A], [AAAA]],
  ['AAAA', ask('AAAA', 'HALL.local'), BOX, [AAAA], [A]],
  ['ANY', decode(ANY), BOX, [A, AAAA], []],
  ['A without AAAA', ask('A'), FOUR, [A], [DENIAL]],
  ['AAAA without one', ask('AAAA'), FOUR, [DENIAL], [A]]
])(
  'a query about our name is answered with what is requested or its denial, and with what is requested next: %s',
  (_, query, named, answers, additionals) => {
    const answer = answerTo(query, named, false);
    expect(valuesOf(answer?.answers)).toEqual(answers);
    expect(valuesOf(answer?.additionals)).toEqual(additionals);
  }
);

it('a query about our name is answered with a TTL of two minutes and cache flush; with ten seconds to plain DNS', () => {
  expect(answerTo(ask('A'), BOX, false)?.answers).toMatchObject([{ ttl: 120, flush: true, class: 'IN' }]);
  expect(answerTo(ask('A'), BOX, true)?.answers).toMatchObject([{ ttl: 10, flush: false }]);
});

it.each([
  ['another name', ask('A', 'hall2.local')],
  ['a name below ours', ask('A', 'x.hall.local')],
  ['another kind of record', ask('TXT')],
  ['nothing', {}]
])('a query about %s is not answered', (_, query) => {
  expect(answerTo(query, BOX, false)).toBe(null);
});

it.each([
  [true, { name: 'hall.local', type: 'A', data: '192.168.1.9' }],
  [true, { name: 'Hall.local', type: 'AAAA', data: 'fd00::9' }],
  [false, { name: 'hall.local', type: 'A', data: '192.168.1.5' }],
  [false, { name: 'hall.local', type: 'AAAA', data: 'fd00:0:0::5' }],
  [false, { name: 'hall2.local', type: 'A', data: '192.168.1.9' }]
] as const)('a conflict is a record that gives our name another address: %s %j', (expected, record) => {
  for (const packet of [{ answers: [record] }, { additionals: [record] }])
    expect(hasConflict(packet, 'hall.local', () => BOX.addresses)).toBe(expected);
});
