import { beforeEach, describe, expect, it } from 'vitest';
import { HomeSlots } from '../../../proxy/live/home-slots';
import { FakeClock } from '../../support/fake-clock';

let clock: FakeClock;
let slots: HomeSlots;
let begun: string[];

beforeEach(() => {
  clock = new FakeClock();
  slots = new HomeSlots(clock);
  begun = [];
});

const enter = (screen: string) => slots.enter(screen, () => begun.push(screen));
const enterOften = (count: number, screen: string) => Array.from({ length: count }, () => enter(screen));

describe('whole homes', () => {
  it('sixteen whole homes are sent at a time, and the next one when one is finished', () => {
    const leaves = enterOften(20, 'hall');
    expect(begun).toHaveLength(16);
    leaves[3]?.();
    expect(begun).toHaveLength(17);
    leaves[3]?.();
    expect(begun).toHaveLength(17);
  });

  it('whole homes are sent in turns, so that a screen with a hundred does not delay others', () => {
    const leaves = enterOften(100, 'flood');
    enter('phone');
    for (const leave of leaves.slice(0, 2)) leave();
    expect(begun.indexOf('phone')).toBeGreaterThanOrEqual(16);
    expect(begun.indexOf('phone')).toBeLessThanOrEqual(17);
  });

  it('whole homes lose their slot after a second, so that a slow reader delays nobody', async () => {
    enterOften(16, 'flood');
    enter('phone');
    expect(begun).not.toContain('phone');
    await clock.advance(1_000);
    expect(begun).toContain('phone');
  });

  it('whole homes are not started once nobody wants them, and leave no timer', () => {
    const leaves = enterOften(16, 'hall');
    const gone = enter('phone');
    gone();
    for (const leave of leaves) leave();
    expect(begun).not.toContain('phone');
    expect(clock.waiting).toBe(0);
  });
});
