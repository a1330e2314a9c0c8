import { expect, it } from 'vitest';
import { applyChanges } from '#shared/changes';
import { EMPTY_HOME, type Home } from '#shared/home';
import { Journal } from '../../../../../proxy/server/home/live/journal';
import { aDevice } from '../../../../lib/kinds/test-home';

const lamp = (id: number, level: number) => aDevice({ id, name: `Lamp ${id}`, params: { Level: level } });
const home: Home = { ...EMPTY_HOME, devices: [lamp(1, 0), lamp(2, 0)] };
const level = (device: number, value: number) => ({ device, params: { Level: value } });

function journalOf(...values: number[]) {
  const journal = new Journal();
  journal.update(home);
  const revisions = [journal.revision];
  for (const value of values) {
    journal.append([level(1, value)]);
    revisions.push(journal.revision);
  }
  return { journal, revisions };
}

it('a journal increments its revision with each batch, in its own epoch', () => {
  const { revisions } = journalOf(1, 2);
  const [epoch] = revisions[0]?.split('.') ?? [];
  expect(revisions).toEqual([`${epoch}.1`, `${epoch}.2`, `${epoch}.3`]);
  expect(journalOf().revisions[0]?.startsWith(`${epoch}.`)).toBe(false);
});

it('a journal finds the current state of each device', () => {
  const { journal } = journalOf(1);
  expect(journal.device(1)?.params).toEqual({ Level: 1 });
  journal.update({ ...home, devices: [lamp(3, 7)] });
  expect(journal.device(3)?.params).toEqual({ Level: 7 });
  expect(journal.device(2)).toBeUndefined();
});

it('a journal returns the changes since a revision, in order, and none since the current one', () => {
  const { journal, revisions } = journalOf(1, 2, 3);
  expect(journal.since(revisions[1] ?? '')).toEqual([level(1, 2), level(1, 3)]);
  expect(journal.since(revisions[3] ?? '')).toEqual([]);
  expect(applyChanges(home, journal.since(revisions[0] ?? '') ?? [])).toEqual(journal.home);
});

it.each(['', '.', '1', 'x.1', 'EPOCH.99', 'EPOCH.-1', 'EPOCH.1.1', 'EPOCH.1e0', 'EPOCH.', 'EPOCH. 1'])(
  'a journal does not know the revision %j',
  (text) => {
    const { journal } = journalOf(1);
    const [epoch = ''] = journal.revision.split('.');
    expect(journal.since(text.replace('EPOCH', epoch))).toBeNull();
  }
);

it('a journal returns no changes across a replaced home', () => {
  const { journal, revisions } = journalOf(1);
  expect(journal.update({ ...home, devices: [lamp(1, 5)] })).toEqual({ type: 'home' });
  expect(journal.since(revisions[1] ?? '')).toBeNull();
  expect(journal.since(journal.revision)).toEqual([]);
});

it('a journal stores a home that was read again as changes, if possible', () => {
  const { journal, revisions } = journalOf();
  expect(journal.update(home)).toBeUndefined();
  expect(journal.revision).toBe(revisions[0]);
  expect(journal.update({ ...home, devices: [lamp(1, 7), lamp(2, 0)] })).toMatchObject({
    changes: [level(1, 7)]
  });
  expect(journal.since(revisions[0] ?? '')).toEqual([level(1, 7)]);
});

it('a journal keeps a limited number of changes, and returns none for older revisions', () => {
  const { journal, revisions } = journalOf();
  for (let round = 0; round < 20; round++) {
    journal.append([{ device: 1, params: { note: `${round} ${'x'.repeat(100_000)}` } }]);
    revisions.push(journal.revision);
  }
  expect(journal.since(revisions[9] ?? '')).toBeNull();
  expect(journal.since(revisions[10] ?? '')).toHaveLength(10);
});

it('a journal keeps nothing of a batch that is too large', () => {
  const { journal, revisions } = journalOf(1);
  journal.append([{ device: 2, params: { note: 'x'.repeat(1_100_000) } }]);
  expect(journal.since(revisions[1] ?? '')).toBeNull();
  expect(journal.since(journal.revision)).toEqual([]);
});
