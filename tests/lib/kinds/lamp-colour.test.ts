import { expect, test } from 'vitest';
import { completeColour, furtherComponentsOf, rgbOf, whiteOf } from '$lib/kinds/lamp-colour';

const lamp = (...supportedComponents: string[]) => ({
  supportedComponents,
  currentComponentValues: { Red: 10, Green: 20, Blue: 30, WarmWhite: 40, ColdWhite: 50, Indexed: 3 }
});

test.each([
  ['RGB', ['Red', 'Green', 'Blue'], { colour: true, white: false, further: [] }],
  ['RGBW', ['Red', 'Green', 'Blue', 'WarmWhite'], { colour: true, white: false, further: ['WarmWhite'] }],
  [
    'RGB with both whites',
    ['Red', 'Green', 'Blue', 'WarmWhite', 'ColdWhite'],
    { colour: true, white: false, further: ['WarmWhite', 'ColdWhite'] }
  ],
  ['whites', ['WarmWhite', 'ColdWhite'], { colour: false, white: true, further: ['WarmWhite', 'ColdWhite'] }],
  ['one white', ['WarmWhite'], { colour: false, white: false, further: ['WarmWhite'] }],
  ['an index', ['Indexed'], { colour: false, white: false, further: ['Indexed'] }],
  [
    'rare ones',
    ['Amber', 'Cyan', 'Purple'],
    { colour: false, white: false, further: ['Amber', 'Cyan', 'Purple'] }
  ],
  ['red and green alone', ['Red', 'Green'], { colour: false, white: false, further: ['Red', 'Green'] }],
  ['none, and one unknown', ['Ultraviolet'], { colour: false, white: false, further: [] }]
])('a lamp of %s has exactly those controls', (_, supported, { colour, white, further }) => {
  const params = lamp(...supported);
  expect(rgbOf(params) !== undefined).toBe(colour);
  expect(whiteOf(params) !== undefined).toBe(white);
  expect(furtherComponentsOf(params).map(({ name }) => name)).toEqual(further);
});

test.each([
  ['a colour', { Red: 255, Green: 0, Blue: 0 }, { Red: 255, Green: 0, Blue: 0, WarmWhite: 0 }],
  ['one colour', { Amber: 9 }, { Amber: 9, WarmWhite: 0 }],
  ['a white', { WarmWhite: 255 }, { WarmWhite: 255, Red: 0, Green: 0, Blue: 0, Amber: 0 }],
  ['a white that goes out', { WarmWhite: 0 }, { WarmWhite: 0 }],
  ['an index', { Indexed: 3 }, { Indexed: 3 }]
])('of a lamp with both, %s puts out the other', (_, chosen, sent) => {
  expect(completeColour(lamp('Red', 'Green', 'Blue', 'Amber', 'WarmWhite', 'Indexed'), chosen)).toEqual(sent);
});

test('the components may be JSON text, and values outside 0 to 255 are clamped', () => {
  const values = '{"WarmWhite":300,"ColdWhite":-1}';
  const params = { supportedComponents: '["WarmWhite","ColdWhite"]', currentComponentValues: values };
  expect(whiteOf(params)).toEqual({ warm: 255, cold: 0 });
});
