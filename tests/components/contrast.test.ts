import '../../src/app.css';
import { describe, expect, it } from 'vitest';
import { inkOn } from '$lib/components/colour';
import type { Tone } from '$lib/components/tone';

type Colour = readonly [red: number, green: number, blue: number];

const tones: readonly Tone[] = ['neutral', 'on', 'shutter', 'heating', 'cooling', 'armed', 'alarm', 'dead'];

/** The tones whose fill has an edge of its own: bright amber and red stand out from no bar. */
const EDGED: readonly Tone[] = ['on', 'alarm'];

/** The value of `var(--name)` in an element of this theme and tone, computed by the browser. */
function colourOf(name: string, theme: string, tone: Tone): Colour {
  const container = document.body.appendChild(document.createElement('div'));
  container.dataset['theme'] = theme;
  const part = container.appendChild(document.createElement('div'));
  part.dataset['tone'] = tone;
  part.style.color = `var(--${name})`;
  return shownIn(part);
}

/** The colour of an element, computed by the browser. */
function shownIn(element: Element): Colour {
  const numbers = getComputedStyle(element).color.match(/[\d.]+/g) ?? [];
  const [red = NaN, green = NaN, blue = NaN] = numbers.map(Number);
  return [red, green, blue];
}

/** Blends one colour over another. */
const over = (top: Colour, share: number, ground: Colour): Colour => [
  top[0] * share + ground[0] * (1 - share),
  top[1] * share + ground[1] * (1 - share),
  top[2] * share + ground[2] * (1 - share)
];

/** The contrast ratio of WCAG 2. */
function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [one, other]
    .map((colour) => {
      const [red = 0, green = 0, blue = 0] = colour.map((component) => {
        const share = component / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((first, second) => first - second);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['light', 0.16],
  ['dark', 0.2]
] as const)('in the %s theme', (theme, wash) => {
  const colour = (name: string, tone: Tone = 'neutral') => colourOf(name, theme, tone);

  it('tints have the strength that these tests assume', () => {
    const container = document.body.appendChild(document.createElement('div'));
    container.dataset['theme'] = theme;
    expect(Number(getComputedStyle(container).getPropertyValue('--wash'))).toBe(wash);
  });

  it.each(['text', 'muted', 'red-ink', 'orange-ink'])('--%s is legible on every surface', (ink) => {
    for (const ground of ['ground', 'surface', 'raised', 'sunken'])
      expect(contrast(colour(ink), colour(ground)), ground).toBeGreaterThanOrEqual(4.5);
  });

  it('a button’s label is legible', () => {
    expect(contrast(colour('on-primary'), colour('primary'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('on-red'), colour('red'))).toBeGreaterThanOrEqual(4.5);
  });

  it('outlines and the focus ring are visible on every surface', () => {
    for (const ground of ['ground', 'surface', 'raised'])
      for (const line of ['outline', 'focus'])
        expect(contrast(colour(line), colour(ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  it.each(tones)('a tile of tone %s has legible texts and a visible icon', (tone) => {
    const isWashed = tone !== 'neutral' && tone !== 'dead';
    const ground = isWashed ? over(colour('tone', tone), wash, colour('surface')) : colour('surface');
    for (const ink of ['text', 'tone-ink', 'red-ink', 'orange-ink'])
      expect(contrast(colour(ink, tone), ground), ink).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('on-tone', tone), colour('tone', tone)), 'icon and word').toBeGreaterThanOrEqual(
      4.5
    );
    expect(contrast(colour('muted'), ground), 'details').toBeGreaterThanOrEqual(3);
  });

  it.each(tones.filter((tone) => tone !== 'neutral' && tone !== 'dead'))(
    'the fill of a slider of tone %s stands out from its bar, and the handle from the fill',
    (tone) => {
      const tile = over(colour('tone', tone), wash, colour('surface'));
      const bar = theme === 'light' ? over([60, 45, 20], 0.08, tile) : over([255, 255, 255], 0.09, tile);
      const fill = colour('tone-fill', tone);
      const edge = EDGED.includes(tone) ? colour('fill-edge', tone) : fill;
      for (const ground of [bar, colour('sunken')])
        expect(Math.max(contrast(fill, ground), contrast(edge, ground)), 'fill').toBeGreaterThanOrEqual(3);
      expect(contrast(colour('on-tone', tone), fill), 'handle').toBeGreaterThanOrEqual(3);
    }
  );

  it('a tile tinted by any lamp is legible', () => {
    for (let hue = 0; hue < 360; hue += 15) {
      const container = document.body.appendChild(document.createElement('div'));
      container.style.color = `hsl(${hue} 100% 50%)`;
      const tint = shownIn(container);
      const [red, green, blue] = tint;
      const ink: Colour = inkOn({ red, green, blue }) === '#000' ? [0, 0, 0] : [255, 255, 255];
      expect(contrast(ink, tint), `icon at ${hue}°`).toBeGreaterThanOrEqual(4.5);
      const ground = over(tint, wash, colour('surface'));
      expect(contrast(colour('text'), ground), `words at ${hue}°`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('a lit room stands out from a quiet one, and its texts and its lamp are legible', () => {
    expect(contrast(colour('lit'), colour('surface'))).toBeGreaterThanOrEqual(theme === 'light' ? 1.25 : 1.6);
    for (const ink of ['text', 'lit-muted'])
      expect(contrast(colour(ink), colour('lit')), ink).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['surface', 'ground'])
      expect(contrast(colour('lamp-outline'), colour(ground)), ground).toBeGreaterThanOrEqual(3);
    expect(contrast(colour('on-amber'), colour('amber'))).toBeGreaterThanOrEqual(4.5);
    const edge = theme === 'light' ? colour('amber-edge') : colour('amber');
    expect(contrast(edge, colour('lit')), 'the edge of a lamp that is on').toBeGreaterThanOrEqual(3);
  });

  it('an alarm and a lost connection have white text in both themes', () => {
    for (const name of ['alarm', 'lost']) {
      expect(colour(`on-${name}`)).toEqual([255, 255, 255]);
      expect(contrast(colour(`on-${name}`), colour(name)), name).toBeGreaterThanOrEqual(4.5);
    }
    expect(colour('alarm')).toEqual([0xb3, 0x12, 0x1d]);
  });
});
