import { describe, expect, it } from 'vitest';
import { ECHO_REST, Slide, snap } from '$lib/gestures/slide';
import { FakeClock } from '../../support/fake-clock';

const range = { min: 0, max: 100, step: 1, page: 10 };
/** 200 px between the handle's first and last place, and room on the screen for any swipe. */
const track = { left: -12, width: 224, screenWidth: 100_000 };
/** Far from the screen's edges. */
const middle = 50_000;
const at = (x: number, y = 0, id = 1) => ({ id, x: middle + x, y });

function setUp() {
  const clock = new FakeClock();
  const shown: (number | null)[] = [];
  const sent: number[] = [];
  const held: boolean[] = [];
  const slide = new Slide(
    {
      show: (value) => shown.push(value),
      holding: (isHolding) => held.push(isHolding),
      commit: (value) => sent.push(value)
    },
    clock
  );
  /** A finger that comes down on a value of 40, and moves through these places. */
  const drag = (from: number, ...through: number[]) => {
    slide.down(at(from), 40, track, 0);
    for (const x of through) slide.move(at(x), range);
  };
  return { clock, shown, sent, held, slide, drag };
}

it('a slide starts after 10 px along the slider, without a jump, and moves as far as the finger', () => {
  const { shown, sent, slide } = setUp();
  slide.down(at(150), 40, track, 0);
  slide.move(at(160), range);
  expect(slide.isSliding).toBe(false);
  slide.move(at(161), range);
  expect(slide.isSliding).toBe(true);
  expect(shown).toEqual([]);
  slide.move(at(181), range);
  expect(shown).toEqual([50]);
  slide.up(at(181));
  expect(sent).toEqual([50]);
});

it('a slide never jumps to where the finger came down, as long as there is no click', () => {
  const { shown, sent, slide } = setUp();
  slide.down(at(199), 10, track, 0);
  slide.up(at(199));
  expect({ shown, sent }).toEqual({ shown: [], sent: [] });
});

it.each([
  [4, 11],
  [11, 11],
  [-20, 21],
  [0, -300]
])('a slide that starts by (%d, %d) px is a scroll: nothing is shown or sent afterwards', (dx, dy) => {
  const { shown, sent, slide } = setUp();
  slide.down(at(100, 100), 40, track, 0);
  slide.move(at(100 + dx, 100 + dy), range);
  slide.move(at(300, 100), range);
  slide.up(at(300, 100));
  expect({ shown, sent }).toEqual({ shown: [], sent: [] });
});

it('a slide shows the reported value again and sends nothing when the browser cancels the touch', () => {
  const { clock, shown, sent, held, slide, drag } = setUp();
  drag(100, 120, 160);
  expect(shown.at(-1)).toBe(60);
  slide.cancel(1);
  expect(shown.at(-1)).toBeNull();
  slide.up(at(160));
  clock.pass(ECHO_REST);
  expect(sent).toEqual([]);
  expect(held).toEqual([true, false]);
});

it('a slide follows only the finger that started it', () => {
  const { shown, sent, slide } = setUp();
  slide.down(at(100), 40, track, 0);
  slide.down(at(10, 0, 2), 40, track, 0);
  slide.move(at(120), range);
  slide.move(at(190, 0, 2), range);
  slide.up(at(190, 0, 2));
  slide.cancel(2);
  expect(sent).toEqual([]);
  slide.move(at(140), range);
  slide.up(at(140));
  expect(shown.at(-1)).toBe(50);
  expect(sent).toEqual([50]);
});

it('a slide keeps its value for 2 s after the release, then follows the reports again', () => {
  const { clock, shown, slide, drag } = setUp();
  drag(0, 20, 40);
  slide.up(at(40));
  clock.pass(1999);
  expect(shown.at(-1)).toBe(50);
  clock.pass(1);
  expect(shown.at(-1)).toBeNull();
  expect(clock.waiting).toBe(0);
});

describe('one swipe reaches either end', () => {
  const narrow = { left: 20, width: 224, screenWidth: 390 };
  const sliding = (from: number, value: number, to: number) => {
    const { shown, slide } = setUp();
    slide.down({ id: 1, x: from, y: 0 }, value, narrow, 0);
    slide.move({ id: 1, x: from + Math.sign(to - from) * 11, y: 0 }, range);
    slide.move({ id: 1, x: to, y: 0 }, range);
    return shown.at(-1);
  };

  it.each([
    [32, 0, 366, 100],
    [200, 0, 366, 100],
    [250, 0, 366, 100],
    [232, 100, 24, 0],
    [150, 100, 24, 0],
    [200, 50, 366, 100]
  ])('from %d px and %d % to %d px at the screen’s edge, it is at %d %', (from, value, to, end) => {
    expect(sliding(from, value, to)).toBe(end);
  });

  it('the handle follows the finger one to one where the screen has room for it', () => {
    expect(sliding(32, 0, 32 + 11 + 60)).toBe(30);
  });

  it('a finger at the very edge moves the handle at most three times as far as itself', () => {
    expect(sliding(340, 0, 340 + 11 + 10)).toBe(15);
  });
});

const BAR = { left: 100, width: 224, screenWidth: 390 };
const tapped = (x: number, { ms = 80, wander = 0 } = {}) => {
  const { slide, ...rest } = setUp();
  slide.down({ id: 1, x, y: 10 }, 40, BAR, 1000);
  slide.move({ id: 1, x: x + wander, y: 10 }, range);
  slide.up({ id: 1, x: x + wander, y: 10 });
  slide.click({ x: x + wander, y: 10 }, 1000 + ms, range);
  return rest;
};

it('a tap takes half a second at most', () => {
  expect(tapped(172, { ms: 500 }).sent).toEqual([30]);
  expect(tapped(172, { ms: 501 }).sent).toEqual([]);
});

it('a tap stays within 10 px, on its way too', () => {
  expect(tapped(162, { wander: 10 }).sent).toEqual([30]);
  const { sent, slide } = setUp();
  slide.down({ id: 1, x: 162, y: 10 }, 40, BAR, 0);
  slide.move({ id: 1, x: 162, y: 30 }, range);
  slide.move({ id: 1, x: 162, y: 10 }, range);
  slide.click({ x: 162, y: 10 }, 90, range);
  expect(sent).toEqual([]);
});

it('a tap is none once the browser took the finger, a second finger came, or without a finger', () => {
  const cancelled = setUp();
  cancelled.slide.down({ id: 1, x: 172, y: 10 }, 40, BAR, 0);
  cancelled.slide.cancel(1);
  cancelled.slide.click({ x: 172, y: 10 }, 90, range);
  const pinched = setUp();
  pinched.slide.down({ id: 1, x: 172, y: 10 }, 40, BAR, 0);
  pinched.slide.down({ id: 2, x: 272, y: 10 }, 40, BAR, 10);
  pinched.slide.up({ id: 1, x: 172, y: 10 });
  pinched.slide.click({ x: 172, y: 10 }, 90, range);
  const synthetic = setUp();
  synthetic.slide.click({ x: 172, y: 10 }, 90, range);
  expect([cancelled.sent, pinched.sent, synthetic.sent]).toEqual([[], [], []]);
});

it.each([
  ['ArrowRight', 41],
  ['ArrowUp', 41],
  ['ArrowLeft', 39],
  ['ArrowDown', 39],
  ['PageUp', 50],
  ['PageDown', 30],
  ['Home', 0],
  ['End', 100]
])('%s on a slider moves from 40 to %d', (key, expected) => {
  const { shown, slide } = setUp();
  expect(slide.keyDown(key, 40, range)).toBe(true);
  expect(shown).toEqual([expected]);
});

it('keys on a slider add up while they are down, and are sent once on release', () => {
  const { sent, slide } = setUp();
  for (let press = 0; press < 5; press += 1) slide.keyDown('ArrowRight', 40, range);
  expect(sent).toEqual([]);
  slide.commit();
  slide.commit();
  expect(sent).toEqual([45]);
});

it('Escape cancels the keys on a slider', () => {
  const { shown, sent, slide } = setUp();
  slide.keyDown('End', 40, range);
  expect(slide.keyDown('Escape', 40, range)).toBe(true);
  slide.commit();
  expect(shown.at(-1)).toBeNull();
  expect(sent).toEqual([]);
});

it('a slider leaves other keys to the page', () => {
  const { slide } = setUp();
  expect(slide.keyDown('Tab', 40, range)).toBe(false);
  expect(slide.keyDown('Escape', 40, range)).toBe(false);
});

it('a slider that is removed leaves no timer', () => {
  const { clock, slide } = setUp();
  slide.wheel(1, 40, range);
  slide.stop();
  expect(clock.waiting).toBe(0);
});

it('values are multiples of the step, without rounding errors of binary fractions', () => {
  const tenths = { min: 0.1, max: 1, step: 0.1, page: 1 };
  expect([0.3, 0.34, 0.36, 2, -1].map((value) => snap(value, tenths))).toEqual([0.3, 0.3, 0.4, 1, 0.1]);
});
