import type { Page } from '@playwright/test';
import { randomOf, type Random } from '../../proxy/virtual/random';
import type { Hand, Place } from '../../tests/support/hand';

/** What a storm of scrolling gestures did, as the page saw it. */
export interface ScrollFigures {
  /** How many fingers came down on a slider, and went up or down the page. */
  readonly gestures: number;
  /** How many of them came down on the slider's very handle. */
  readonly onHandles: number;
  /** How many of them the browser took for scrolling. */
  readonly scrolled: number;
  /** The sliders whose value changed on the screen, however briefly, a name for each change. */
  readonly moved: readonly string[];
  /** The sliders that did not stand where they had stood, once it was over. */
  readonly left: readonly string[];
}

/**
 * So many changes of a handle, of all gestures, may be seen: away and back again. A page that was busy for a whole flick is told of
 * its end alone, and cannot know it from a slide until the browser says that it scrolls.
 */
export const MAX_STIRRED = 0.01;

/** A slider that a finger can reach: its box in px, and where its handle stands, from 0 to 1. */
interface SliderInView extends Place {
  readonly width: number;
  readonly height: number;
  readonly share: number;
}

/**
 * Scrolls a page by fingers that come down on its sliders, in as many ways as thumbs have: straight, slanted, as a flick, with a
 * wobble before, with a hook to the side after, up and down again; now and then while the page still runs from the last one, so
 * that some come down elsewhere and are not counted. The page must have sliders from top to bottom.
 * @param storm so many sliders the page has once it is whole, so many fingers come down; the same seed gives the same fingers
 */
export async function scrollStorm(
  page: Page,
  hand: Hand,
  { sliders, count, seed }: { readonly sliders: number; readonly count: number; readonly seed: number }
): Promise<ScrollFigures> {
  const random = randomOf(seed, 'scrolling');
  const last = page.locator('[role=slider]').nth(sliders - 1);
  await last.waitFor({ state: 'attached' });
  await page.evaluate(watchSliders);
  const before = await page.evaluate(valuesOfSliders);
  let figures = await page.evaluate<ScrollFigures>('scrollFigures');
  while (figures.gestures < count) {
    const place = random.next() < 0.7 ? random.next() : null;
    const from = placeOn(oneOf(await page.evaluate(slidersInView, place), random), random);
    await hand.down(from);
    await hand.rush(oneOf(WAYS, random)(from, from.y > 400 ? -1 : 1, random));
    await hand.up();
    figures = await page.evaluate<ScrollFigures>('scrollFigures');
  }
  const after = await page.evaluate(valuesOfSliders);
  return { ...figures, left: after.filter((value, at) => value !== before[at]) };
}

/** How a finger goes on from a place, upwards (-1) or downwards (1): a place a step. */
type Way = (from: Place, direction: number, random: Random) => Place[];

const straight = (from: Place, to: Place, steps: number): Place[] =>
  Array.from({ length: steps }, (_, step) => ({
    x: from.x + ((to.x - from.x) * (step + 1)) / steps,
    y: from.y + ((to.y - from.y) * (step + 1)) / steps
  }));

/** The end of a line that leans to a side by at most `slant` of its height. */
function endOf(from: Place, direction: number, random: Random, slant: number): Place {
  const height = random.between(80, 320);
  return { x: from.x + random.between(-slant, slant) * height, y: from.y + direction * height };
}

const WAYS: readonly Way[] = [
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

/** A place on a slider: each third time on its handle. */
function placeOn({ x, y, width, height, share }: SliderInView, random: Random): Place {
  const across = random.next() < 0.33 ? 12 + share * (width - 24) : random.between(4, width - 4);
  return { x: x + across, y: y + random.between(4, height - 4) };
}

function oneOf<T>(list: readonly T[], random: Random): T {
  const one = list[Math.floor(random.next() * list.length)];
  if (one === undefined) throw new Error('nothing to choose from');
  return one;
}

/** In the page, where no function but it is known: counts the fingers on sliders, and what became of them, as `scrollFigures`. */
function watchSliders(): void {
  const figures = { gestures: 0, onHandles: 0, scrolled: 0, moved: [''].slice(1) };
  Reflect.set(globalThis, 'scrollFigures', figures);
  for (const type of ['pointerdown', 'pointercancel'] as const)
    addEventListener(
      type,
      ({ target, clientX }) => {
        const slider = target instanceof Element ? target.closest('[role=slider]') : null;
        if (!slider) return;
        if (type === 'pointercancel') {
          figures.scrolled += 1;
          return;
        }
        figures.gestures += 1;
        const { x, width } = slider.getBoundingClientRect();
        const share =
          Number(slider.getAttribute('aria-valuenow')) / Number(slider.getAttribute('aria-valuemax'));
        if (Math.abs(x + 12 + share * (width - 24) - clientX) < 12) figures.onHandles += 1;
      },
      { capture: true }
    );
  new MutationObserver((changes) => {
    for (const { target } of changes)
      if (target instanceof Element) figures.moved.push(target.getAttribute('aria-label') ?? 'a slider');
  }).observe(document.body, { subtree: true, attributeFilter: ['aria-valuenow'] });
}

/** In the page: what each slider shows, with its name. */
const valuesOfSliders = () =>
  [...document.querySelectorAll('[role=slider]')].map((slider) =>
    ['aria-label', 'aria-valuenow'].map((name) => slider.getAttribute(name)).join(': ')
  );

/** In the page: the sliders that a finger can reach, once it has scrolled to a place (0 to 1) where one is given. */
async function slidersInView(place: number | null): Promise<SliderInView[]> {
  if (place !== null) scrollTo(0, place * (document.documentElement.scrollHeight - innerHeight));
  const reached: SliderInView[] = [];
  while (reached.length === 0) {
    // What was out of view a moment ago can be touched once it is laid out.
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
