import { beforeEach, describe, expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors';
import { CommandQueue } from '../../../proxy/forward/command-queue';
import type { CommandResult } from '../../../proxy/forward/queued-command';
import { FakeClock, settle } from '../../support/fake-clock';

let clock: FakeClock;
let commands: CommandQueue;
/** The sent commands, in order, and a way to answer each. */
let sent: { readonly name: string; readonly answer: () => void }[];

beforeEach(() => {
  clock = new FakeClock();
  commands = new CommandQueue(clock);
  sent = [];
});

const ACCEPTED = succeed({
  status: 200,
  contentType: undefined,
  retryAfter: undefined,
  contentLength: 0,
  body: Buffer.of()
});

/** Submits a command; `result` is set when it is known. */
function submit(
  name: string,
  {
    device = 1,
    method = 'setLevel',
    sets = ['Level', 'Status'],
    isUrgent = false,
    screen = 'kitchen',
    signal = new AbortController().signal
  } = {}
) {
  const order = { name, result: undefined as CommandResult | undefined };
  void commands
    .submit({
      screen,
      device,
      method,
      sets,
      isUrgent,
      signal,
      send: () => new Promise((resolve) => sent.push({ name, answer: () => resolve(ACCEPTED) }))
    })
    .then((result) => (order.result = result));
  return order;
}
const names = () => sent.map(({ name }) => name);
async function answer(name: string) {
  sent.find((each) => each.name === name)?.answer();
  await settle();
}
const SUPERSEDED = { ok: false, error: { code: 'superseded' } };

describe('commands of one key', () => {
  it('one command of a key is in flight and one is queued: the newest replaces it, and the older ones are reported as superseded', async () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => submit(name));
    await settle();
    expect(names()).toEqual(['a']);
    expect([b?.result, c?.result, d?.result]).toMatchObject([SUPERSEDED, SUPERSEDED, undefined]);
    await answer('a');
    expect(a?.result).toEqual(ACCEPTED);
    expect(names()).toEqual(['a', 'd']);
    await answer('d');
    expect(d?.result).toEqual(ACCEPTED);
    expect([commands.inFlight, commands.waiting, clock.waiting]).toEqual([0, 0, 0]);
  });

  it('a key is made of device, method and what the command sets', async () => {
    submit('level');
    submit('other device', { device: 2 });
    submit('status', { method: 'setStatus' });
    submit('heat', { method: 'setSetpoint', sets: ['currentSetpoints.Heat'] });
    submit('cool', { method: 'setSetpoint', sets: ['currentSetpoints.Cool'] });
    await settle();
    expect(names()).toEqual(['level', 'other device', 'status', 'heat', 'cool']);
  });

  it('a queued command is sent after a failed one as well', async () => {
    void commands.submit({
      screen: 'kitchen',
      device: 1,
      method: 'setLevel',
      sets: ['Level', 'Status'],
      isUrgent: false,
      signal: new AbortController().signal,
      send: async () => ({ ok: false, error: { code: 'outcome-unknown', message: 'Lost.' } })
    });
    submit('b');
    await settle();
    expect(names()).toEqual(['b']);
  });
});

describe('a queued command', () => {
  it('a queued command is dropped if its sender disconnects', async () => {
    const gone = new AbortController();
    submit('a');
    const b = submit('b', { signal: gone.signal });
    gone.abort();
    await answer('a');
    await clock.advance(10_000);
    expect(names()).toEqual(['a']);
    expect(b.result).toMatchObject(SUPERSEDED);
  });

  it('a sent command is not cancelled if its sender disconnects', async () => {
    const gone = new AbortController();
    const a = submit('a', { signal: gone.signal });
    gone.abort();
    await answer('a');
    expect(a.result).toEqual(ACCEPTED);
  });

  it('a queued command is dropped by a stop of the same values, which is never queued', async () => {
    submit('up', { method: 'startLevelChange' });
    const level = submit('level');
    const next = submit('next level');
    const colour = submit('colour', { method: 'setColor', sets: ['currentComponentValues.Red'] });
    const otherColour = submit('more colour', { method: 'setColor', sets: ['currentComponentValues.Red'] });
    const other = submit('other', { device: 2 });
    const stop = submit('stop', { method: 'stop', isUrgent: true });
    await settle();
    expect(names()).toEqual(['up', 'level', 'colour', 'other', 'stop']);
    expect(next.result).toMatchObject(SUPERSEDED);
    expect(otherColour.result).toBeUndefined();
    await answer('stop');
    await answer('level');
    await clock.advance(2_000);
    expect(names()).not.toContain('next level');
    expect([stop.result, level.result]).toEqual([ACCEPTED, ACCEPTED]);
    expect([colour.result, other.result]).toEqual([undefined, undefined]);
  });
});

describe('the rate limit', () => {
  it('the rate limit is five a second for a device', async () => {
    const times: number[] = [];
    const begun = clock.monotonic();
    for (let number = 0; number < 12; number++) submit(`key ${number}`, { sets: [`value ${number}`] });
    for (let ms = 0; ms < 3_000; ms += 50) {
      while (times.length < sent.length) times.push(clock.monotonic() - begun);
      await clock.advance(50);
    }
    expect(times).toEqual([0, 0, 0, 0, 0, 1000, 1000, 1000, 1000, 1000, 2000, 2000]);
  });

  it('the rate limit is ten a second for a controller, and the oldest command goes first', async () => {
    for (let device = 0; device < 25; device++) submit(`device ${device}`, { device });
    await settle();
    expect(names()).toEqual(Array.from({ length: 10 }, (_, device) => `device ${device}`));
    await clock.advance(999);
    expect(sent).toHaveLength(10);
    await clock.advance(1);
    expect(names()).toEqual(Array.from({ length: 20 }, (_, device) => `device ${device}`));
    await clock.advance(1_000);
    expect(sent).toHaveLength(25);
  });

  it('the rate limit sends the last value of a slider storm, and few of those before it', async () => {
    const results: { result: CommandResult | undefined }[] = [];
    for (let move = 0; move < 300; move++) {
      results.push(submit(`move ${move}`));
      await clock.advance(10);
      for (const { answer: reply } of sent) reply();
    }
    for (let second = 0; second < 3; second++) {
      await clock.advance(1_000);
      for (const { answer: reply } of sent) reply();
    }
    await settle();
    expect(names().at(-1)).toBe('move 299');
    expect(sent.length).toBeLessThanOrEqual(5 * 4 + 1);
    expect(results.every(({ result }) => result !== undefined)).toBe(true);
  });

  it('the queue can belong to one screen, and refuses the newest command when it is full', async () => {
    const orders = Array.from({ length: 250 }, (_, device) => submit(`device ${device}`, { device }));
    await settle();
    const refused = orders.filter(({ result }) => isTooMany(result));
    expect(refused.map(({ name }) => name)).toEqual(
      Array.from({ length: 40 }, (_, at) => `device ${210 + at}`)
    );
    await clock.advance(20_000);
    expect(sent).toHaveLength(210);
  });
});

const isTooMany = (result: CommandResult | undefined) =>
  result !== undefined && !result.ok && result.error.code === 'too-many-commands';

describe('the fair queue', () => {
  it('the fair queue sends another screen’s tap second at the latest, even if one has 40 queued', async () => {
    for (let device = 0; device < 40; device++) submit(`light ${device}`, { device });
    await settle();
    const tap = submit('tap', { device: 99, screen: 'phone' });
    await clock.advance(1_000);
    expect(names().indexOf('tap')).toBeLessThanOrEqual(11);
    expect(tap.result).toBeUndefined();
    await answer('tap');
    expect(tap.result).toEqual(ACCEPTED);
  });

  it('the fair queue takes one command of each waiting screen in turn', async () => {
    for (let device = 0; device < 10; device++) submit(`first ${device}`, { device });
    for (const screen of ['a', 'b', 'c'])
      for (let n = 0; n < 3; n++) submit(`${screen}${n}`, { device: 100 + n, sets: [screen], screen });
    await clock.advance(1_000);
    expect(names().slice(10)).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'c1', 'a2', 'b2', 'c2']);
  });

  it('the fair queue makes room for a screen with few commands by dropping one of the screen with most', async () => {
    const flood = Array.from({ length: 210 }, (_, device) =>
      submit(`flood ${device}`, { device, screen: 'guest' })
    );
    const tap = submit('tap', { device: 999, screen: 'owner' });
    await settle();
    expect(tap.result).toBeUndefined();
    expect(isTooMany(flood.at(-1)?.result)).toBe(true);
    await clock.advance(1_000);
    expect(names()).toContain('tap');
  });
});

describe('a stop', () => {
  const stop = (name: string, device: number, screen = 'kitchen') =>
    submit(name, { device, method: 'stop', isUrgent: true, screen });

  it('simultaneous stops of a device share one call', async () => {
    const orders = ['ann', 'bob'].flatMap((screen) =>
      Array.from({ length: 10 }, (_, device) => stop(`${screen} ${device}`, device, screen))
    );
    await settle();
    expect(sent).toHaveLength(10);
    for (const { answer: reply } of sent) reply();
    await settle();
    expect(orders.every(({ result }) => result?.ok === true)).toBe(true);
    expect([commands.inFlight, commands.waiting, clock.waiting]).toEqual([0, 0, 0]);
  });

  it('a stop is never refused, and has its own limit of ten a second', async () => {
    const flood = Array.from({ length: 60 }, (_, device) => stop(`stop ${device}`, device, 'guest'));
    submit('owner', { device: 999, screen: 'owner' });
    await settle();
    expect(names()).toContain('owner');
    expect(sent).toHaveLength(11);
    await clock.advance(5_000);
    expect(sent).toHaveLength(61);
    expect(flood.every(({ result }) => result === undefined)).toBe(true);
  });

  it('stops go in turns, so that one screen with fifty does not delay another', async () => {
    for (let device = 0; device < 60; device++) stop(`flood ${device}`, device, 'guest');
    stop('mine', 999, 'owner');
    await settle();
    expect(names()).not.toContain('mine');
    await clock.advance(1_000);
    expect(names().indexOf('mine')).toBeGreaterThanOrEqual(10);
    expect(names().indexOf('mine')).toBeLessThanOrEqual(11);
  });

  it('a shared stop is sent for another sender if the first one may not send it', async () => {
    let isFirst = true;
    const send = async (): Promise<CommandResult> => {
      const result: CommandResult = isFirst ? fail('not-signed-in', 'Ended.') : ACCEPTED;
      isFirst = false;
      return result;
    };
    const order = { device: 1, method: 'stop', sets: ['Level'], isUrgent: true, send };
    const { signal } = new AbortController();
    const ended = commands.submit({ ...order, screen: 'ended', signal });
    const other = commands.submit({ ...order, screen: 'other', signal });
    expect(await ended).toMatchObject({ ok: false, error: { code: 'not-signed-in' } });
    expect(await other).toEqual(ACCEPTED);
  });
});
