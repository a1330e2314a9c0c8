import { expect, test } from 'vitest';
import { shutterCallsOf } from '../../../../src/features/device/controls/shutter-calls';

const callsWith = (...methods: string[]) => shutterCallsOf(({ method }) => methods.includes(method));

test('a shutter moves and stops with its own commands', () => {
  expect(callsWith('setLevel', 'startLevelChange', 'stop', 'stopLevelChange')).toEqual({
    open: { method: 'startLevelChange', params: { direction: 'up' } },
    stop: { method: 'stop', params: {} },
    close: { method: 'startLevelChange', params: { direction: 'down' } }
  });
});

test('a shutter with levels only moves to the end levels', () => {
  expect(callsWith('setLevel', 'stopLevelChange')).toEqual({
    open: { method: 'setLevel', params: { level: 99 } },
    stop: { method: 'stopLevelChange', params: {} },
    close: { method: 'setLevel', params: { level: 0 } }
  });
});

test('an action that nothing offers has no command', () => {
  expect(callsWith('setStatus')).toEqual({ open: undefined, stop: undefined, close: undefined });
});
