import { expect, it, onTestFinished, vi } from 'vitest';
import { DayLines, dayLinePath } from '../../../src/features/record/day-lines';
import { snapshot } from '../../lib/state/test-screen';
import { aBench } from '../bulk-actions/test-bench';

const MINUTE = 60_000;
const mean = (value: number): [number, number, number] => [value - 1, value, value + 1];

it('a line has a gap where nothing is known, and a value between two gaps does not show', () => {
  const day = [mean(20), mean(22), null, mean(20), null, mean(22), mean(22)];
  expect(dayLinePath({ 'Value °C': day })).toBe('M0 1.000L1 0.000M3 1.000M5 0.000L6 0.000');
  expect(dayLinePath({ 'Value W': [mean(0), mean(0)] }), 'what is constant').toBe('M0 0.500L1 0.500');
});

it('a page reads its lines every 15 minutes and when it is live again, until there is no record', async () => {
  class FakeObserver {
    readonly observe: (target: object) => void;
    constructor(see: (entries: readonly object[]) => void) {
      this.observe = (target) => see([{ target, isIntersecting: true, boundingClientRect: target }]);
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { opened, proxy, sockets, clock } = await aBench([]);
  const pass = async (ms: number) => {
    for (const end = clock.monotonic() + ms; clock.monotonic() < end; await clock.advance(1_000))
      sockets.last.beat(clock.monotonic());
  };
  const asked = () => proxy.asked.filter((path) => path.includes('/record/values?devices=5,7&')).length;
  const request = () => proxy.waiting.findLast(({ path }) => path.includes('/record/values'));

  const lines = opened.service(DayLines);
  for (const id of [5, 7]) lines.follow(id)({ width: 100 } as never);
  lines.follow(9)({ width: 0 } as never);
  await pass(1_000);
  const state = { state: 'on', since: 0, bytes: 1, isWanted: true };
  proxy.request('/record').answer(200, state);
  await pass(1_000);
  const read = { since: 0, from: 0, until: 1, devices: { 5: { Value: [mean(20), mean(22)] } } };
  request()?.answer(200, read);
  await pass(14 * MINUTE);
  expect({ paths: lines.paths.value, asked: asked() }).toEqual({
    paths: { 5: 'M0 1.000L1 0.000' },
    asked: 1
  });
  await pass(MINUTE);
  expect(asked()).toBe(2);
  sockets.last.close();
  await pass(5_000);
  sockets.last.open();
  sockets.last.say(snapshot);
  await pass(1_000);
  expect(asked()).toBe(3);
  request()?.refuse(404, 'not-found');
  await pass(16 * MINUTE);
  expect(asked()).toBe(3);
});
