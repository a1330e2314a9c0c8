/** The command classes that become devices or facts of devices. Values of others are not read. */
export const CLASS = {
  binarySwitch: 37,
  multilevelSwitch: 38,
  binarySensor: 48,
  multilevelSensor: 49,
  meter: 50,
  colorSwitch: 51,
  thermostatMode: 64,
  thermostatState: 66,
  thermostatSetpoint: 67,
  thermostatFanMode: 68,
  windowCovering: 106,
  doorLock: 98,
  barrier: 102,
  userCode: 99,
  notification: 113,
  lock: 118,
  battery: 128,
  wakeUp: 132
} as const;

/** Values of these classes are read. */
export const READ_CLASSES: readonly number[] = Object.values(CLASS).filter(
  (each) => each !== CLASS.userCode && each !== CLASS.lock
);

/** A node with one of these classes is a lock, in all its endpoints. */
export const LOCK_CLASSES: readonly number[] = [CLASS.doorLock, CLASS.userCode, CLASS.lock];

/** The generic device class of entry control: locks and keypads. */
export const ENTRY_CONTROL = 0x40;

/** The generic device class of multilevel switches, and its specific ones for motors. */
export const MULTILEVEL = 0x11;
export const MOTORS: readonly number[] = [3, 5, 6, 7];

/** The specific device class of multilevel switches of a lamp, and of a fan. */
export const POWER_SWITCH = 1;
export const FAN_SWITCH = 8;

/** The classes of nodes that sound, and of those that report alarms as before 2013. Their values are not read. */
export const SOUND_SWITCH = 121;
export const ALARM_SENSOR = 156;

/** The generic device classes of notification sensors and of alarm sensors. */
export const NOTIFICATION_SENSOR = 0x07;
export const ALARM_SENSORS = 0xa1;

/** The generic device class of binary switches, and its specific ones for sirens and valves. */
export const BINARY_SWITCH = 0x10;
export const SIREN = 5;
export const VALVE = 6;
