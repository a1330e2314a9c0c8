import type { Sky } from './house-look';

/** What the colours of a palette are for, in their order; the last two are the strength of halos and of the shine in a window. */
const PARTS =
  'high low orb earth wall roof frame line glass blind door ink lamp-outline alarm-ink halo shine'.split(' ');

/** The colours of the drawn house by its sky; `off` is dim amber on black, so that a bedroom stays dark. */
const PALETTES: Readonly<Record<Sky | 'off', string>> = {
  dawn: '#b7c4e8 #fbdcc0 #ffe3a0 #a5ab8f #f1e2d6 #a7604f #fff6ec #d6c3b4 #5f6f86 #c6b6d4 #6d4634 #29262c #29262c #8f0f18 .7 .3',
  day: '#8fc0e2 #e9f1ef #fff3c4 #9fbc8b #f4ece0 #b5654a #fffaf2 #d9cdbb #6f8796 #cfc3e2 #7a5138 #1c2830 #1c2830 #8f0f18 .5 .3',
  dusk: '#1f2348 #8a4a4f #e79a56 #1d2430 #3a3644 #2a2431 #5b5363 #4b4553 #191b2a #6d6284 #2b1c17 #fff1dc #cfc0ae #ff9d9f .85 .3',
  night:
    '#070b18 #22305a #a9a491 #0b1015 #1c1f29 #12141b #3a3f4c #2b2f3a #0b0e16 #4a4560 #241714 #e9d3a6 #a0957d #ff8f92 .8 .3',
  off: '#000 #000 #000 #000 #000 #070401 #35220a #22160a #000 #1f1406 #080401 #a36a19 #8a5d1c #ff6a6e 0 0'
};

/** Returns the custom properties of a sky, with their values. */
export const paletteOf = (sky: Sky | 'off'): readonly (readonly [part: string, value: string])[] =>
  PALETTES[sky].split(' ').map((value, at) => [`--${PARTS[at] ?? ''}`, value]);
