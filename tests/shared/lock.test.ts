import { isLock } from '#shared/lock';
import { expect, test } from 'vitest';

test.each([
  ['DevDoorLock', []],
  ['DevDoorLock', ['SwitchBinary']],
  ['DevLock', ['SwitchBinary']],
  ['DevSwitch', ['DoorLock', 'SwitchBinary']],
  ['DevSwitch', ['Door Lock', 'SwitchBinary']],
  ['DevUnknown', ['SwitchBinary', 'DOOR_LOCK']],
  ['devdoorlock', ['SwitchBinary']]
])('%s with %j is a lock', (type, interfaces) => {
  expect(isLock({ type, interfaces })).toBe(true);
});

test.each([
  ['DevSwitch', ['SwitchBinary']],
  ['DevDoor', ['SensorBinary']],
  ['DevUnknown', []],
  ['', ['DoorLockLogging']]
])('%s with %j is not a lock', (type, interfaces) => {
  expect(isLock({ type, interfaces })).toBe(false);
});
