import type { Page } from '@playwright/test';
import { randomOf, type Random } from '../../proxy/sources/virtual/random';
import type { TouchDriver, Point } from '../support/touch-driver';

/** Results of a scroll storm, observed in the page. */
export interface ScrollFigures {
  /** The number of fingers that touched a slider and then moved up or down. */
  readonly gestures: number;
  /** How many of them touched the slider's handle. */
  readonly onHandles: number;
  /** How many touches stopped a fling by coming down on a slider, and sent nothing. */
  readonly stopped: number;
  /** How many of the gestures the browser treated as scrolls. */
  readonly scrolled: number;
  /** The names of sliders whose value changed, once for each change, however short. */
  readonly moved: readonly string[];
  /** The sliders whose final value differs from the first. */
  readonly left: readonly string[];
}

/**
 * The share of gestures that may move a handle briefly. A page that is busy during a whole flick receives
 * only its end, and cannot tell it from a slide until the browser reports a scroll.
 */
export const MAX_STIRRED = 0.01;

/** A slider within reach of a finger: its box in px, and the position of its handle, from 0 to 1. */
interface SliderInView extends Point {
  readonly width: number;
  readonly height: number;
  readonly share: number;
}

/**
 * Scrolls a page with fingers that start on its sliders: straight, slanted, as flicks, with a wobble first,
 * with a hook to the side at the end, up and down again. Some start while the page still scrolls, so they
 * miss the sliders and are not counted. The page must have sliders from top to bottom.
 * @param storm the number of sliders on the complete page, the number of gestures, how many of them have to be followed by a stopped fling,
 * and a seed. On a busy machine a fling has often ended before it is touched: it goes on for three times as many gestures then.
 */
export async function scrollStorm(
  page: Page,
  touch: TouchDriver,
  { sliders, count, stops, seed }: Readonly<Record<'sliders' | 'count' | 'stops' | 'seed', number>>
): Promise<ScrollFigures> {
  const random = randomOf(seed, 'scrolling');
  const last = page.locator('[role=slider]').nth(sliders - 1);
  await last.waitFor({ state: 'attached' });
  await page.evaluate(watchSliders);
  const before = await page.evaluate(valuesOfSliders);
  let figures = await page.evaluate<ScrollFigures>('scrollFigures');
  while (figures.gestures < count || (figures.stopped <= stops && figures.gestures < 3 * count)) {
    const position = random.next() < 0.7 ? random.next() : null;
    const from = pointOn(oneOf(await page.evaluate(slidersInView, position), random), random);
    await touch.down(from);
    await touch.rush(oneOf(PATHS, random)(from, from.y > 400 ? -1 : 1, random));
    await touch.up();
    figures = await page.evaluate<ScrollFigures>('scrollFigures');
    if (figures.gestures % 2 === 0) await stopFling(page, touch, random);
  }
  const after = await page.evaluate(valuesOfSliders);
  return { ...figures, left: after.filter((value, at) => value !== before[at]) };
}

/** Touches the page while it may still scroll from the last gesture, and lifts at once. */
async function stopFling(page: Page, touch: TouchDriver, random: Random): Promise<void> {
  await page.evaluate(() => Reflect.set(globalThis, 'isNextTouchStop', true));
  await touch.tap({ x: random.between(40, 350), y: random.between(200, 700) });
}

/** The path of a finger from its start, upwards (-1) or downwards (1), as a list of points. */
type Path = (from: Point, direction: number, random: Random) => Point[];

const straight = (from: Point, to: Point, steps: number): Point[] =>
  Array.from({ length: steps }, (_, step) => ({
    x: from.x + ((to.x - from.x) * (step + 1)) / steps,
    y: from.y + ((to.y - from.y) * (step + 1)) / steps
  }));

/** The end of a line that leans sideways by at most `slant` of its height. */
function endOf(from: Point, direction: number, random: Random, slant: number): Point {
  const height = random.between(80, 320);
  return { x: from.x + random.between(-slant, slant) * height, y: from.y + direction * height };
}

const PATHS: readonly Path[] = [
  (from, direction, random) => straight(from, endOf(from, direction, random, 0.05), 4),
  (from, direction, random) => straight(from, endOf(from, direction, random, 0.8), 4),
  (from, direction, random) => straight(from, endOf(from, direction, random, 0.3), 2),
  function wobble(from, direction, random) {
    const aside = { x: from.x + random.between(-6, 6), y: from.y + random.between(-2, 2) };
    return [aside, ...straight(aside, endOf(aside, direction, random, 0.1), 3)];
  },
  function hook(from, direction, random) {
    const corner = endOf(from, direction, random, 0.1);
    return [...straight(from, corner, 3), ...straight(corner, { ...corner, x: random.between(10, 380) }, 2)];
  },
  function thereAndBack(from, direction, random) {
    const end = endOf(from, direction, random, 0.2);
    return [...straight(from, end, 3), ...straight(end, from, 2)];
  }
];

/** A point on a slider; one in three is on its handle. */
function pointOn({ x, y, width, height, share }: SliderInView, random: Random): Point {
  const across = random.next() < 0.33 ? 12 + share * (width - 24) : random.between(4, width - 4);
  return { x: x + across, y: y + random.between(4, height - 4) };
}

function oneOf<T>(list: readonly T[], random: Random): T {
  const one = list[Math.floor(random.next() * list.length)];
  if (one === undefined) throw new Error('The list is empty.');
  return one;
}

/**
 * Runs in the page, so it must use no outer function. Counts fingers on sliders and their effects in
 * `scrollFigures`.
 */
function watchSliders(): void {
  const figures = { gestures: 0, onHandles: 0, stopped: 0, scrolled: 0, moved: [''].slice(1) };
  Reflect.set(globalThis, 'scrollFigures', figures);
  const sliderOf = ({ target }: Event) =>
    target instanceof Element ? target.closest('[role=slider]') : null;
  let lastScrollAt = -Infinity;
  const stop = (event: PointerEvent) => {
    Reflect.set(globalThis, 'isNextTouchStop', false);
    if (sliderOf(event) && event.timeStamp - lastScrollAt < 300) {
      figures.stopped += 1;
      return;
    }
    // Beside the sliders, or too late to stop a fling: this touch would be a tap like any other.
    event.stopImmediatePropagation();
    const swallow = (click: MouseEvent) => {
      click.stopPropagation();
      // The browser would follow a link by itself.
      click.preventDefault();
    };
    addEventListener('click', swallow, { capture: true, once: true });
  };
  const start = (event: PointerEvent) => {
    const slider = sliderOf(event);
    if (!slider) return;
    figures.gestures += 1;
    const { x, width } = slider.getBoundingClientRect();
    const share = Number(slider.getAttribute('aria-valuenow')) / Number(slider.getAttribute('aria-valuemax'));
    if (Math.abs(x + 12 + share * (width - 24) - event.clientX) < 12) figures.onHandles += 1;
  };
  addEventListener('scroll', ({ timeStamp }) => (lastScrollAt = timeStamp), { capture: true });
  addEventListener(
    'pointerdown',
    (event) => (Reflect.get(globalThis, 'isNextTouchStop') === true ? stop(event) : start(event)),
    { capture: true }
  );
  addEventListener(
    'pointercancel',
    (event) => {
      if (sliderOf(event)) figures.scrolled += 1;
    },
    { capture: true }
  );
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof Element) figures.moved.push(target.getAttribute('aria-label') ?? 'a slider');
  }).observe(document.body, { subtree: true, attributeFilter: ['aria-valuenow'] });
}

/** Runs in the page: the values of all sliders, with their names. */
const valuesOfSliders = () =>
  [...document.querySelectorAll('[role=slider]')].map((slider) =>
    ['aria-label', 'aria-valuenow'].map((name) => slider.getAttribute(name)).join(': ')
  );

/** Runs in the page: scrolls to a position (0 to 1) if there is one, and returns the sliders within reach. */
async function slidersInView(position: number | null): Promise<SliderInView[]> {
  if (position !== null) scrollTo(0, position * (document.documentElement.scrollHeight - innerHeight));
  const reached: SliderInView[] = [];
  for (let frame = 1; reached.length === 0; frame += 1) {
    // The page may have come to rest where there is none.
    if (frame % 60 === 0) document.querySelector('[role=slider]')?.scrollIntoView({ block: 'center' });
    // Sliders outside the view are touchable only after layout.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    for (const element of document.querySelectorAll('[role=slider]')) {
      const { x, y, width, height } = element.getBoundingClientRect();
      const isReached = [y + 4, y + height - 4].every((at) =>
        element.contains(document.elementFromPoint(x + width / 2, at))
      );
      const share =
        Number(element.getAttribute('aria-valuenow')) / Number(element.getAttribute('aria-valuemax'));
      if (isReached) reached.push({ x, y, width, height, share });
    }
  }
  return reached;
}
