import { expect, it } from 'vitest';
import { readShape, shapeText } from '../../src/routes/home-shape';

it('the shape of the home page is read back as it was written', () => {
  const shape = { favourites: [1, 2, 1], sections: [5, 4, 1] };
  expect(readShape(shapeText(shape))).toEqual(shape);
  expect(readShape(shapeText({ favourites: [], sections: [3] }))).toEqual({ favourites: [], sections: [3] });
});

it.each([null, '', ';', 'x;y', '1;-1,0,1e9,NaN'])(
  'without sections there is one of eight rooms: %j',
  (text) => {
    expect(readShape(text).sections).toEqual([8]);
  }
);
