import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brightestOf, dim, moodOf, type Picture } from '#shared/mood';

const level = fc.integer({ min: 1, max: 99 });
const pictures = fc.dictionary(fc.integer({ min: 1, max: 40 }).map(String), fc.option(level), {
  minKeys: 1,
  maxKeys: 12
});

/** The picture that a slider leaves: each step sends levels, and the lamps report them as they were sent. */
function stroke(picture: Picture, steps: readonly number[]) {
  let mood = moodOf(picture, null);
  let reported = picture;
  for (const step of steps) {
    mood = moodOf(reported, mood);
    reported = dim(mood, step);
  }
  return { picture: reported, mood: moodOf(reported, mood) };
}

test('the mood of a room survives a slider that goes down to 1 % and up again', () => {
  fc.assert(
    fc.property(pictures, fc.array(level, { maxLength: 5 }), (picture, steps) => {
      const before = brightestOf(picture) ?? 99;
      expect(stroke(picture, [...steps, 1, before]).picture).toEqual(picture);
    })
  );
});

test('the mood of a room keeps the ratios within one step and puts no lamp out, for 10,000 strokes', () => {
  fc.assert(
    fc.property(pictures, fc.array(level, { minLength: 1, maxLength: 20 }), (picture, steps) => {
      const end = steps.at(-1) ?? 0;
      const most = brightestOf(picture) ?? 99;
      const after = stroke(picture, steps).picture;
      expect(Object.keys(after)).toEqual(Object.keys(picture));
      for (const [id, was] of Object.entries(picture)) {
        const is = after[id];
        if (was === null) expect(is).toBeNull();
        else {
          expect(is).toBeGreaterThan(0);
          expect(Math.abs(Number(is) - Math.max(1, (was * end) / most))).toBeLessThanOrEqual(1);
        }
      }
    }),
    { numRuns: 1000 }
  );
});

test('the mood of a room is a new picture once lamps were changed one by one', () => {
  const before = moodOf({ 1: 99, 2: 50 }, null);
  expect(moodOf({ 1: 99, 2: 10 }, before)).toEqual({ picture: { 1: 99, 2: 10 }, brightest: 99 });
  expect(moodOf({ 1: 99 }, before)).toEqual({ picture: { 1: 99 }, brightest: 99 });
});

test('the mood of a room stays where lamps round their levels', () => {
  const before = moodOf({ 1: 99, 2: 50 }, null);
  expect(moodOf({ 1: 40, 2: 22 }, before)).toEqual({ picture: { 1: 99, 2: 50 }, brightest: 40 });
});
