import '../../src/app.css';
import { inkOn } from '$lib/components/colour';
import RoomTile from '$lib/components/RoomTile.svelte';
import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-svelte';
import type { Tone } from '$lib/components/tone';

type Colour = readonly [red: number, green: number, blue: number];

const tones: readonly Tone[] = ['neutral', 'on', 'shutter', 'heating', 'cooling', 'armed', 'alarm', 'dead'];

/** What `var(--name)` is within an element of this theme and tone, as the browser computes it. */
function colourOf(name: string, theme: string, tone: Tone): Colour {
  const place = document.body.appendChild(document.createElement('div'));
  place.dataset['theme'] = theme;
  const part = place.appendChild(document.createElement('div'));
  part.dataset['tone'] = tone;
  part.style.color = `var(--${name})`;
  const [red = NaN, green = NaN, blue = NaN] = (getComputedStyle(part).color.match(/[\d.]+/g) ?? []).map(
    Number
  );
  return [red, green, blue];
}

/** One colour laid over another. */
const over = (top: Colour, share: number, ground: Colour): Colour => [
  top[0] * share + ground[0] * (1 - share),
  top[1] * share + ground[1] * (1 - share),
  top[2] * share + ground[2] * (1 - share)
];

/** The contrast of WCAG 2. */
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

  it('washes as strongly as these tests assume', () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.dataset['theme'] = theme;
    expect(Number(getComputedStyle(place).getPropertyValue('--wash'))).toBe(wash);
  });

  it.each(['text', 'muted', 'red-ink', 'orange-ink'])('--%s is legible on every surface', (ink) => {
    for (const ground of ['ground', 'surface', 'raised', 'sunken'])
      expect(contrast(colour(ink), colour(ground)), ground).toBeGreaterThanOrEqual(4.5);
  });

  it('a button’s word is legible on its button', () => {
    expect(contrast(colour('on-primary'), colour('primary'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('on-red'), colour('red'))).toBeGreaterThanOrEqual(4.5);
  });

  it('outlines and the focus ring stand out from every surface', () => {
    for (const ground of ['ground', 'surface', 'raised'])
      for (const line of ['outline', 'focus'])
        expect(contrast(colour(line), colour(ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
  });

  it.each(tones)('a tile of tone %s: its words, and its icon on its circle', (tone) => {
    const isWashed = tone !== 'neutral' && tone !== 'dead';
    const ground = isWashed ? over(colour('tone', tone), wash, colour('surface')) : colour('surface');
    for (const ink of ['text', 'tone-ink', 'red-ink', 'orange-ink'])
      expect(contrast(colour(ink, tone), ground), ink).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('on-tone', tone), colour('tone', tone)), 'icon and word').toBeGreaterThanOrEqual(
      4.5
    );
    expect(contrast(colour('muted'), ground), 'details').toBeGreaterThanOrEqual(3);
  });

  it('a tile tinted by any lamp', () => {
    for (let hue = 0; hue < 360; hue += 15) {
      const place = document.body.appendChild(document.createElement('div'));
      place.style.color = `hsl(${hue} 100% 50%)`;
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(place).color.match(/[\d.]+/g) ?? []).map(
        Number
      );
      const tint: Colour = [red, green, blue];
      const ink: Colour = inkOn({ red, green, blue }) === '#000' ? [0, 0, 0] : [255, 255, 255];
      expect(contrast(ink, tint), `icon at ${hue}°`).toBeGreaterThanOrEqual(4.5);
      const ground = over(tint, wash, colour('surface'));
      expect(contrast(colour('text'), ground), `words at ${hue}°`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('a room’s tile of any hue', async () => {
    document.documentElement.dataset['theme'] = theme;
    const props = { name: 'Bedroom', href: '/rooms/1', icon: 'M0 0h24v24z' };
    const screen = await render(RoomTile, { ...props, hue: 0 });
    for (let hue = 0; hue < 360; hue += 15) {
      await screen.rerender({ ...props, hue });
      const wash = getComputedStyle(screen.getByRole('link').element()).backgroundImage;
      const grounds = [...wash.matchAll(/rgb\((\d+), (\d+), (\d+)\)/g)].map(
        ([, red, green, blue]): Colour => [Number(red), Number(green), Number(blue)]
      );
      expect(grounds, wash).toHaveLength(2);
      for (const ground of grounds)
        for (const ink of ['text', 'muted'])
          expect(contrast(colour(ink), ground), `${ink} at ${hue}°`).toBeGreaterThanOrEqual(4.5);
    }
    delete document.documentElement.dataset['theme'];
  });
});

it('the words on a picture are legible on the whitest one, where its veil is thinnest', async () => {
  const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
  const screen = await render(RoomTile, { name: 'Bedroom', href: '/rooms/1', icon: 'M0 0h24v24z', picture });
  const veil = getComputedStyle(screen.getByRole('link').element(), '::before').backgroundImage;
  const shares = [...veil.matchAll(/rgba\(0, 0, 0, ([\d.]+)\)/g)].map(([, share]) => Number(share));
  expect(shares.length).toBeGreaterThan(1);
  const ground = over([0, 0, 0], Math.min(...shares), [255, 255, 255]);
  for (const ink of ['text', 'muted']) {
    const link = screen.getByRole('link').element();
    const probe = link.appendChild(document.createElement('span'));
    probe.style.color = `var(--${ink})`;
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(Number);
    expect(contrast([red, green, blue], ground), ink).toBeGreaterThanOrEqual(4.5);
  }
});
