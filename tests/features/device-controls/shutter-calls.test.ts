import { expect, test } from 'vitest';
import { shutterCallsOf } from '../../../src/features/device-controls/shutter-calls';

const callsWith = (...methods: string[]) => shutterCallsOf(({ method }) => methods.includes(method));

test('a shutter moves and stops by its own commands', () => {
  expect(callsWith('setLevel', 'startLevelChange', 'stop', 'stopLevelChange')).toEqual({
    open: { method: 'startLevelChange', params: { direction: 'up' } },
    stop: { method: 'stop', params: {} },
    close: { method: 'startLevelChange', params: { direction: 'down' } }
  });
});

test('one that only knows levels moves to those of its ends', () => {
  expect(callsWith('setLevel', 'stopLevelChange')).toEqual({
    open: { method: 'setLevel', params: { level: 99 } },
    stop: { method: 'stopLevelChange', params: {} },
    close: { method: 'setLevel', params: { level: 0 } }
  });
});

test('what nothing does has no command', () => {
  expect(callsWith('setStatus')).toEqual({ open: undefined, stop: undefined, close: undefined });
});
