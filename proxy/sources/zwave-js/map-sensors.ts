import type { Params } from '#shared/home';
import { CLASS } from './classes';
import { isOfNode } from './conditions';
import { RADIO_HAZARDS } from './hazards';
import { modeNamesOf, presentModeOf, setpointNamesOf } from './mode-names';
import { targets, type EndpointValues, type Part } from './parts';
import type { NodeValue } from './protocol';

/** Roles of binary sensors by the type of class 48. Others are generic. */
const ROLE_OF_TYPE: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ...RADIO_HAZARDS.flatMap(({ binaryType, role }) =>
    binaryType === undefined ? [] : [[binaryType, role] as const]
  ),
  [10, 'BinaryDoorSensor'],
  [12, 'BinaryMotionSensor']
]);

/** The role of a notification's variable, and the states in which its sensor is tripped; without states, all but idle. */
interface NotificationRole {
  readonly role: string;
  readonly states?: readonly number[];
}

/**
 * Roles of binary sensors by a notification's type and variable. The other variables of these types are no alarms: a smoke detector also says
 * that it is being tested, or that there is dust in it.
 */
const ROLE_OF_NOTIFICATION: ReadonlyMap<string, NotificationRole> = new Map<string, NotificationRole>([
  ...RADIO_HAZARDS.flatMap(({ role, notification: { type, states } }) =>
    Object.entries(states).map(
      ([variable, alarms]) => [`${type} ${variable}`, { role, states: alarms }] as const
    )
  ),
  ['7 Motion sensor status', { role: 'BinaryMotionSensor' }],
  // It belongs to the node, as in a dimmer, and is no hazard.
  ['8 Over-load status', { role: 'BinaryOverloadSensor', states: [8] }]
]);

/** The role of a notification's variable; undefined if it has none of its own. */
const notificationRoleOf = ({ propertyKey, metadata }: NodeValue): NotificationRole | undefined =>
  ROLE_OF_NOTIFICATION.get(`${metadata.ccSpecific.notificationType ?? ''} ${propertyKey ?? ''}`);

/** Notifications of entry control, such as "locked by keypad". */
const ACCESS_CONTROL = 6;
/** The variable of a door or a window; its states for closed and open, also in regular and in tilt position. */
const DOOR_STATE = 'Door state';
const DOOR_OPEN = 22;
const DOOR_STATES: ReadonlyMap<unknown, boolean> = new Map([
  [23, false],
  [DOOR_OPEN, true],
  [0x1600, true],
  [0x1601, true]
]);

/** The states of a barrier that are closed and open. In between it says neither. */
const BARRIER_STATES: ReadonlyMap<unknown, boolean> = new Map([
  [0, false],
  [255, true]
]);

/** A barrier, such as a garage door: a contact, which has no target. */
export function barrierParts(values: EndpointValues): Part[] {
  const state = values.get(CLASS.barrier, 'currentState');
  if (!state) return [];
  const Tripped = BARRIER_STATES.get(state.value);
  return [
    {
      key: 'barrier',
      type: 'DevBinarySensor',
      role: 'BinaryDoorSensor',
      icon: 'garage-door',
      label: '',
      interfaces: ['SensorBinary'],
      params: Tripped === undefined ? {} : { Tripped },
      sources: [state],
      targets: {}
    }
  ];
}

/** The state of a notification that says nothing. */
const UNKNOWN_STATE = 254;

/** A binary reading. */
interface Reading {
  readonly role: string;
  readonly value: NodeValue;
  readonly label: string;
}

/** Whether a value of a binary sensor or of a notification says that its sensor is tripped; undefined if it says nothing. */
export function trippedBy(reading: NodeValue): boolean | undefined {
  const { commandClass, propertyKey, value } = reading;
  if (commandClass === CLASS.binarySensor) return typeof value === 'boolean' ? value : undefined;
  if (propertyKey === DOOR_STATE) return DOOR_STATES.get(value);
  if (typeof value !== 'number' || value === UNKNOWN_STATE) return undefined;
  return notificationRoleOf(reading)?.states?.includes(value) ?? value !== 0;
}

/** Sensors and meters. */
export function sensorParts(values: EndpointValues): Part[] {
  return [...binaryParts(values), ...measureParts(values), ...meterParts(values)];
}

/**
 * Readings of one role are one sensor: a node may have both classes, and update only one of them. Then the tripped one counts, until a
 * change says more.
 */
function binaryParts(values: EndpointValues): Part[] {
  const readings = withAny([
    ...values.of(CLASS.binarySensor).flatMap(readBinary),
    ...values.of(CLASS.notification).flatMap(readNotification)
  ]);
  const byRole = new Map<string, Reading[]>();
  for (const reading of readings) {
    const key = reading.role === GENERIC ? genericKey(reading) : reading.role;
    byRole.set(key, [...(byRole.get(key) ?? []), reading]);
  }
  return [...byRole].map(([key, [first, ...others]]) => {
    const all = first ? [first, ...others] : others;
    const known = all.map(({ value }) => trippedBy(value)).filter((each) => each !== undefined);
    return {
      key,
      type: 'DevBinarySensor',
      role: first?.role ?? '',
      interfaces: ['SensorBinary'],
      targets: {},
      label: first?.label ?? '',
      params: known.length > 0 ? { Tripped: known.includes(true) } : {},
      sources: all.map(({ value }) => value),
      formerKeys: all.map(genericKey)
    };
  });
}

/** The type of class 48 that says no more than that something is sensed. */
const ANY = 255;

/** Gives a sensor of any kind the role of the only other one, which it repeats. What may be a hazard is never taken for something else. */
function withAny(readings: readonly Reading[]): readonly Reading[] {
  const isAny = ({ value }: Reading) => value.metadata.ccSpecific.sensorType === ANY;
  const others = new Set(readings.filter((each) => !isAny(each)).map(({ role }) => role));
  const [only] = others;
  const isPlain = only !== undefined && only !== GENERIC && isPlainSensorKey(only);
  if (others.size !== 1 || !isPlain) return readings;
  return readings.map((each) => (isAny(each) ? { ...each, role: only } : each));
}

/** The role of sensors that nothing more is known of, and the key of one. */
const GENERIC = 'BinaryGenericSensor';
const genericKey = ({ label }: Pick<Reading, 'label'>): string => `${GENERIC} ${label}`;

/** The key that a variable of the node itself had while it was a sensor, before its states were known. */
export const formerSensorKey = (value: NodeValue): string => genericKey({ label: labelOf(value) });

/** Whether a key is that of a binary sensor that may become another one: a hazard stays one. */
export const isPlainSensorKey = (key: string): boolean =>
  key.startsWith('Binary') && !RADIO_HAZARDS.some(({ role }) => role === key);

function readBinary(value: NodeValue): Reading[] {
  const role = ROLE_OF_TYPE.get(value.metadata.ccSpecific.sensorType) ?? GENERIC;
  return [{ role, value, label: value.propertyName }];
}

function readNotification(value: NodeValue): Reading[] {
  const { states, ccSpecific } = value.metadata;
  const { notificationType: type } = ccSpecific;
  const variable = value.propertyKeyName;
  if (isOfNode(value)) return [];
  if (type === ACCESS_CONTROL)
    return String(DOOR_OPEN) in states && value.propertyKey === DOOR_STATE
      ? [{ role: 'BinaryDoorSensor', value, label: variable }]
      : [];
  const known = notificationRoleOf(value);
  if (states['0'] !== 'idle' && !known?.states) return [];
  return [{ role: known?.role ?? GENERIC, value, label: labelOf(value) }];
}

/** The label of a notification's variable. Several types have variables of the same name. */
const labelOf = ({ propertyName: of, propertyKeyName: variable }: NodeValue): string =>
  variable === '' || variable === 'Sensor status' ? of : `${of} · ${variable}`;

/** Types of measured values by the type of class 49. Others keep the driver's name. */
const MEASURES: ReadonlyMap<unknown, { readonly type: string; readonly sensorType: string }> = new Map([
  [1, { type: 'DevTemperature', sensorType: 'Temperature' }],
  [3, { type: 'DevLuminosity', sensorType: 'Luminance' }],
  [4, { type: 'DevGenericSensor', sensorType: 'Power' }],
  [5, { type: 'DevHygrometry', sensorType: 'Humidity' }]
]);

function measureParts(values: EndpointValues): Part[] {
  return values.of(CLASS.multilevelSensor).map((value) => {
    const known = MEASURES.get(value.metadata.ccSpecific.sensorType);
    return measurePart(value, {
      type: known?.type ?? 'DevGenericSensor',
      sensorType: known?.sensorType ?? value.propertyName,
      label: value.propertyName
    });
  });
}

/** Scales of the electric meter. */
const WATTS = 2;
const ELECTRIC = 1;

function meterParts(values: EndpointValues): Part[] {
  return values
    .of(CLASS.meter)
    .filter(({ property }) => property === 'value')
    .map((value) => {
      const { meterType, scale } = value.metadata.ccSpecific;
      const isPower = meterType === ELECTRIC && scale === WATTS;
      return measurePart(value, {
        type: isPower ? 'DevGenericSensor' : 'DevMeter',
        sensorType: isPower ? 'Power' : 'Meter',
        label: value.metadata.label || value.metadata.unit
      });
    });
}

function measurePart(
  value: NodeValue,
  { type, sensorType, label }: { readonly type: string; readonly sensorType: string; readonly label: string }
): Part {
  return {
    key: `${value.commandClass} ${value.property} ${value.propertyKey ?? ''}`,
    type,
    role: '',
    label,
    interfaces: ['SensorMultilevel'],
    params: {
      ...(typeof value.value === 'number' && { Value: value.value }),
      sensorType,
      valueUnit: value.metadata.unit
    },
    sources: [value],
    targets: {}
  };
}

/** What a thermostat does, by the numbers of its stages. The others heat and cool nothing. */
const STATES: ReadonlyMap<unknown, string> = new Map([
  [0, 'Idle'],
  [1, 'Heating'],
  [2, 'Cooling'],
  [7, 'Heating'],
  [8, 'Heating'],
  [9, 'Cooling'],
  [10, 'Heating'],
  [11, 'Heating']
]);

/** The units of setpoints. The driver writes a setpoint in the unit in which its device reports it. */
const SETPOINT_UNITS: readonly string[] = ['°C', '°F'];

/**
 * A thermostat: its mode, setpoints, state and fan. The degrees of its setpoints are those of its own unit. A setpoint in no known unit, or
 * in another one than the first, is left out: nobody could tell what its number means.
 */
export function climateParts(values: EndpointValues): Part[] {
  const mode = values.get(CLASS.thermostatMode, 'mode');
  const known = values
    .of(CLASS.thermostatSetpoint)
    .filter(({ property, metadata }) => property === 'setpoint' && SETPOINT_UNITS.includes(metadata.unit));
  const unit = known[0]?.metadata.unit;
  const setpoints = setpointNamesOf(known.filter(({ metadata }) => metadata.unit === unit));
  if (!mode && setpoints.length === 0) return [];
  const state = values.get(CLASS.thermostatState, 'state');
  const fan = values.get(CLASS.thermostatFanMode, 'mode');
  const degrees = setpoints.flatMap(([name, { value }]) =>
    typeof value === 'number' ? [[name, value] as const] : []
  );
  const named = setpoints.map(([name, each]) => [`setpoint ${name}`, each] as const);
  return [
    {
      key: 'thermostat',
      type: 'DevThermostat',
      role: '',
      label: '',
      interfaces: [
        ...(mode ? ['ThermostatMode'] : []),
        ...(setpoints.length > 0 ? ['ThermostatSetpoint'] : []),
        ...(state ? ['ThermostatOperatingState'] : []),
        ...(fan ? ['ThermostatFanMode'] : [])
      ],
      params: {
        ...modeParams(mode, 'Mode'),
        ...(setpoints.length > 0 && { currentSetpoints: Object.fromEntries(degrees), valueUnit: unit }),
        ...(state && { currentState: STATES.get(state.value) ?? 'Idle' }),
        ...modeParams(fan, 'FanMode')
      },
      sources: [mode, state, fan, ...setpoints.map(([, each]) => each)].filter((each) => each !== undefined),
      targets: targets({ mode, fan, ...Object.fromEntries(named) })
    }
  ];
}

/** The present mode and the available ones. */
function modeParams(value: NodeValue | undefined, what: 'Mode' | 'FanMode'): Params {
  if (!value) return {};
  const now = presentModeOf(value);
  return {
    ...(now !== undefined && { [`current${what}`]: now }),
    [`available${what}s`]: [...modeNamesOf(value).values()]
  };
}
