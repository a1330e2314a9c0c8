import { expect, it } from 'vitest';
import { keyActions, mouseActions } from '../../../tools/engines/browsers/input-actions';

it('keys that are pressed together are released in reverse', () => {
  expect(keyActions(['Shift', 'a'])).toEqual([
    {
      type: 'key',
      id: 'keyboard',
      actions: [
        { type: 'keyDown', value: '\uE008' },
        { type: 'keyDown', value: 'a' },
        { type: 'keyUp', value: 'a' },
        { type: 'keyUp', value: '\uE008' }
      ]
    }
  ]);
});

it('a key without a code point is refused, since its name would be typed as text', () => {
  expect(() => keyActions(['Hyper'])).toThrow('Hyper');
});

it('a mouse moves to whole pixels, presses and releases', () => {
  const [{ actions } = { actions: [] }] = mouseActions([{ to: { x: 1.6, y: 2.4 } }, 'down', 'up']);
  expect(actions).toEqual([
    expect.objectContaining({ type: 'pointerMove', x: 2, y: 2, origin: 'viewport' }),
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 }
  ]);
});
