import { expect, it } from 'vitest';
import { readShape } from '../../src/routes/home-shape';
import { shapeText } from '../../src/routes/keep-shape';

it('the shape of the home page is read back as it was written', () => {
  const shape = { chips: 96, favourites: [1, 2, 1], sections: [5, 4, 1] };
  expect(readShape(shapeText(shape))).toEqual(shape);
  const bare = { chips: 0, favourites: [], sections: [3] };
  expect(readShape(shapeText(bare))).toEqual(bare);
});

it.each([null, '', ';', 'x;y', '1;1;-1,0,1e9,NaN'])(
  'without sections there is one of eight rooms: %j',
  (text) => {
    expect(readShape(text).sections).toEqual([8]);
  }
);
