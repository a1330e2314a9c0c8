import { expect, it } from 'vitest';
import { setStatus } from '#shared/interfaces/switch-binary';
import { findSendable, sendableCommandsOf } from '../../../../src/lib/state/commands/sendable';
import { locksOf } from '../../kinds/locks';
import { aDevice } from '../test-home';

it('a lock of any form accepts no command, whatever interfaces it has', () => {
  const params = { pulseable: true, armable: true, ackable: true, Level: 40 };
  for (const lock of locksOf(params)) {
    expect(sendableCommandsOf(lock)).toEqual([]);
    expect(findSendable(lock, 'setStatus')).toBeUndefined();
    expect(findSendable(lock, 'ack')).toBeUndefined();
  }
});

it('other devices accept the commands of their interfaces', () => {
  const lamp = aDevice({ id: 1, type: 'DevSwitch', interfaces: ['SwitchBinary'] });
  expect(sendableCommandsOf(lamp)).toEqual([setStatus]);
  expect(findSendable(lamp, 'setStatus')).toBe(setStatus);
});
