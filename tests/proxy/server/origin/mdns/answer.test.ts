import { describe, expect, it } from 'vitest';
import { answerTo, isConflict } from '../../../../../proxy/server/origin/mdns/answer';

const BOX = { name: 'hall.local', addresses: ['192.168.1.5', 'fd00::5'] };
const FOUR = { name: 'hall.local', addresses: ['192.168.1.5'] };
const usual = { isLegacy: false };

const ask = (type: string, name = 'hall.local') => [{ name, type }];
const summaryOf = (answer: ReturnType<typeof answerTo>) =>
  answer && {
    answers: answer.answers.map(({ type, data }) => [type, data]),
    additionals: answer.additionals.map(({ type, data }) => [type, data])
  };

describe('a question about our name', () => {
  it('is answered with the requested record, and with those that are requested next', () => {
    expect(summaryOf(answerTo(ask('A'), BOX, usual))).toEqual({
      answers: [['A', '192.168.1.5']],
      additionals: [['AAAA', 'fd00::5']]
    });
    expect(summaryOf(answerTo(ask('AAAA', 'HALL.local'), BOX, usual))?.answers).toEqual([
      ['AAAA', 'fd00::5']
    ]);
    expect(summaryOf(answerTo(ask('ANY'), BOX, usual))?.answers).toHaveLength(2);
  });

  it('is answered with NSEC at once if there is no such address, so that nobody waits', () => {
    const denial = ['NSEC', { nextDomain: 'hall.local', rrtypes: ['A'] }];
    expect(summaryOf(answerTo(ask('AAAA'), FOUR, usual))).toEqual({
      answers: [denial],
      additionals: [['A', '192.168.1.5']]
    });
    expect(summaryOf(answerTo(ask('A'), FOUR, usual))?.additionals).toEqual([denial]);
  });

  it('is answered with a TTL of two minutes and cache flush; with ten seconds to plain DNS', () => {
    expect(answerTo(ask('A'), BOX, usual)?.answers).toMatchObject([{ ttl: 120, flush: true, class: 'IN' }]);
    expect(answerTo(ask('A'), BOX, { isLegacy: true })?.answers).toMatchObject([{ ttl: 10, flush: false }]);
  });
});

it.each([
  ['another name', ask('A', 'hall2.local')],
  ['a name below ours', ask('A', 'x.hall.local')],
  ['another kind of record', ask('TXT')],
  ['nothing', []]
])('a question about %s is not answered', (_, questions) => {
  expect(answerTo(questions, BOX, usual)).toBe(null);
});

it('without an address no question is answered', () => {
  expect(answerTo(ask('A'), { name: 'hall.local', addresses: [] }, usual)).toBe(null);
});

it.each([
  [{ name: 'hall.local', type: 'A', data: '192.168.1.9' }, true],
  [{ name: 'Hall.local', type: 'AAAA', data: 'fd00::9' }, true],
  [{ name: 'hall.local', type: 'A', data: '192.168.1.5' }, false],
  [{ name: 'hall2.local', type: 'A', data: '192.168.1.9' }, false],
  [{ name: 'hall.local', type: 'NSEC', data: {} }, false]
])('a conflict is a record that gives our name another address: %j %s', (record, expected) => {
  expect(isConflict(record, 'hall.local', BOX.addresses)).toBe(expected);
});
