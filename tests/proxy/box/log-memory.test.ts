import { expect, it } from 'vitest';
import { createLog } from '../../../proxy/box/log';
import { LogMemory } from '../../../proxy/box/log-memory';

const HOME = 'aaaaaaaaaaaa';
const OTHER = 'bbbbbbbbbbbb';

/** A log whose lines are remembered. `of`: the lines of a home's report, without their times. */
function rememberedLog() {
  const memory = new LogMemory();
  const log = createLog('debug', { write: () => undefined }, memory.add);
  const of = (home: string) => memory.linesFor(home).map((line) => line.replace(/^[\d-]+ [\d:]+Z /, ''));
  return { log, memory, of };
}

it('a home gets the lines of the box and its own, in their order, and none of another home', () => {
  const { log, of } = rememberedLog();
  log.info({ box: true, version: '1.0' }, 'Mantel started.');
  log.info({ home: HOME, screen: 'Kitchen' }, 'Screen signed in.');
  log.info({ home: OTHER, screen: 'Attic' }, 'Screen signed in.');
  log.warn({ box: true, file: 'screens' }, 'Disk full.');
  const box = ['INFO  Mantel started. version=1.0', 'WARN  Disk full. file=screens'];
  expect(of(HOME)).toEqual([box[0], 'INFO  Screen signed in. screen=Kitchen', box[1]]);
  expect(of(OTHER)).toEqual([box[0], 'INFO  Screen signed in. screen=Attic', box[1]]);
  expect(of('cccccccccccc')).toEqual(box);
});

it.each([
  ['of nobody', {}],
  ['of a home without an id', { home: undefined }],
  ['of a home that is null, although it is said to be of the box', { home: null, controller: 'Loft' }],
  ['with a mark of the box that is not true', { box: 'yes' }]
])('a line %s is in no report', (_what, fields) => {
  const { log, of } = rememberedLog();
  log.error({ ...fields, screen: 'Kitchen' }, 'It failed.');
  expect(of(HOME)).toEqual([]);
});

it('a line of another home is in no other report, although it is marked as one of the box', () => {
  const { log, of } = rememberedLog();
  log.error({ box: true, home: OTHER }, 'It failed.');
  expect(of(HOME)).toEqual([]);
});

it('a line of the box has no address of a client or a device, and one of a home has it', () => {
  const { log, of } = rememberedLog();
  log.warn({ box: true, client: '192.168.1.7', address: '192.168.1.8', name: 'mantel' }, 'Taken.');
  log.info({ home: HOME, client: '192.168.1.7', code: 'bad-credentials' }, 'Sign-in failed.');
  expect(of(HOME)).toEqual([
    'WARN  Taken. name=mantel',
    'INFO  Sign-in failed. client=192.168.1.7 code=bad-credentials'
  ]);
});

it('the last 200 lines of the box and of each home stay, short, with stacks and without a secret, whatever others log', () => {
  const { log, memory, of } = rememberedLog();
  log.info({ box: true }, 'The oldest.');
  const err = Object.assign(new Error('broken'), { stack: 'Error: broken\n  at /srv/mantel' });
  log.error({ box: true, token: 'canary', err, name: 'x'.repeat(5_000) }, 'It failed.');
  for (let at = 0; at < 1_000; at += 1) log.info({ home: OTHER, url: `/x?token=canary&at=${at}` }, 'Flood.');
  for (let at = 0; at < 197; at += 1) log.info({ box: true, url: `/x?code=canary&at=${at}` }, 'It happened.');
  log.info({ home: HOME }, 'The newest.');
  const lines = of(HOME);
  expect(lines).toHaveLength(201);
  expect(lines[0]).toMatch(/^ERROR It failed\./);
  expect(lines.slice(1, 3)).toEqual(['  Error: broken', '    at /srv/mantel']);
  expect(lines.at(-1)).toBe('INFO  The newest.');
  expect(Math.max(...memory.linesFor(HOME).map(({ length }) => length))).toBe(2_000);
  expect(lines.join()).not.toMatch(/canary|The oldest|Flood/);
  expect(of(OTHER).filter((line) => line.includes('Flood'))).toHaveLength(200);
});

it('lines of nine homes are remembered: those of the one that is quiet for the longest time go first', () => {
  const { log, of } = rememberedLog();
  for (let home = 0; home < 10; home += 1) log.info({ home: `home ${home}` }, 'It happened.');
  expect([0, 1, 9].map((home) => of(`home ${home}`).length)).toEqual([0, 1, 1]);
});
