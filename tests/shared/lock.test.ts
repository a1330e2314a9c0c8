import { expect, test } from 'vitest';
import { isLock } from '#shared/lock';

test.each([
  ['DevDoorLock', []],
  ['DevDoorLock', ['SwitchBinary']],
  ['DevLock', ['SwitchBinary']],
  ['DevSwitch', ['DoorLock', 'SwitchBinary']],
  ['DevSwitch', ['Door Lock', 'SwitchBinary']],
  ['DevUnknown', ['SwitchBinary', 'DOOR_LOCK']],
  ['devdoorlock', ['SwitchBinary']],
  [' dev-door.LOCK ', []],
  ['DevSwitch', ['(Door–L o c k)']]
])('%s with %j is a lock', (type, interfaces) => {
  expect(isLock({ type, interfaces })).toBe(true);
});

test.each([
  ['DevSwitch', ['SwitchBinary']],
  ['DevDoor', ['SensorBinary']],
  ['DevUnknown', []],
  ['', ['DoorLockLogging']],
  ['DevDoorLock2', ['Door2Lock']]
])('%s with %j is not a lock', (type, interfaces) => {
  expect(isLock({ type, interfaces })).toBe(false);
});
