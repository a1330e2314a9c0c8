import { expect, test } from 'vitest';
import { memoize, phraseOf } from '#shared/words';

test.each([
  ['FLOOR_LAMP2', 'floor lamp 2'],
  ['floor-lamp 2', 'floor lamp 2'],
  ['floorLamp2', 'floor lamp 2'],
  ['BinaryCO2Sensor', 'binary co 2 sensor'],
  ['BinaryCOsensor', 'binary co sensor'],
  ['ГаражніВорота', 'гаражні ворота'],
  ['__proto__', 'proto'],
  ['', '']
])('the words of %s are "%s"', (name, phrase) => {
  expect(phraseOf(name)).toBe(phrase);
});

test('of the names that a controller makes up the last thousand are kept, and no long one', () => {
  const made: string[] = [];
  const read = memoize((name) => {
    made.push(name);
    return name;
  });
  const long = 'x'.repeat(1000);
  for (const name of ['first', 'first', long, long]) read(name);
  expect(made).toEqual(['first', long.slice(0, 80), long.slice(0, 80)]);
  for (let at = 0; at < 1000; at += 1) read(`name ${at}`);
  read('name 999');
  expect(made, 'a late one is kept').toHaveLength(1003);
  read('first');
  expect(made.at(-1), 'the oldest one is not').toBe('first');
});
