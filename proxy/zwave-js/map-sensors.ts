import type { Params } from '#shared/home';
import { CLASS } from './classes';
import { targets, type EndpointValues, type Part } from './parts';
import type { NodeValue } from './protocol';

/** Roles of binary sensors by the type of class 48. Others are generic. */
const ROLE_OF_TYPE: ReadonlyMap<unknown, string> = new Map([
  [2, 'BinarySmokeSensor'],
  [6, 'BinaryLeakingSensor'],
  [10, 'BinaryDoorSensor'],
  [12, 'BinaryMotionSensor']
]);

/** Roles of binary sensors by the notification's type, where its variable has the state "idle". */
const ROLE_OF_NOTIFICATION: ReadonlyMap<unknown, string> = new Map([
  [1, 'BinarySmokeSensor'],
  [5, 'BinaryLeakingSensor']
]);

/** What a door's state says that is open. */
const DOOR_OPEN = 22;
/** Notifications of entry control, such as "locked by keypad". */
const ACCESS_CONTROL = 6;
/** Notifications of a burglar alarm: motion, tampering and more. */
const HOME_SECURITY = 7;

/** A binary reading. */
interface Reading {
  readonly role: string;
  readonly value: NodeValue;
  readonly isTripped: boolean | undefined;
  readonly label: string;
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
  const readings = [
    ...values.of(CLASS.binarySensor).flatMap(readBinary),
    ...values.of(CLASS.notification).flatMap(readNotification)
  ];
  const byRole = new Map<string, Reading[]>();
  for (const reading of readings) {
    const key = reading.role === 'BinaryGenericSensor' ? `${reading.role} ${reading.label}` : reading.role;
    byRole.set(key, [...(byRole.get(key) ?? []), reading]);
  }
  return [...byRole].map(([key, [first, ...others]]) => {
    const all = first ? [first, ...others] : others;
    const known = all.flatMap(({ isTripped }) => (isTripped === undefined ? [] : [isTripped]));
    return {
      ...{ key, type: 'DevBinarySensor', role: first?.role ?? '', interfaces: ['SensorBinary'], targets: {} },
      label: first?.label ?? '',
      params: known.length > 0 ? { Tripped: known.includes(true) } : {},
      sources: all.map(({ value }) => value)
    };
  });
}

function readBinary(value: NodeValue): Reading[] {
  const role = ROLE_OF_TYPE.get(value.metadata.ccSpecific['sensorType']) ?? 'BinaryGenericSensor';
  const isTripped = typeof value.value === 'boolean' ? value.value : undefined;
  return [{ role, value, isTripped, label: value.propertyName }];
}

function readNotification(value: NodeValue): Reading[] {
  const { states, ccSpecific } = value.metadata;
  const type = ccSpecific['notificationType'];
  const number = typeof value.value === 'number' ? value.value : undefined;
  const label = value.propertyKeyName || value.propertyName;
  if (type === ACCESS_CONTROL)
    return String(DOOR_OPEN) in states && value.propertyKey === 'Door state'
      ? [
          {
            role: 'BinaryDoorSensor',
            value,
            isTripped: number === undefined ? undefined : number === DOOR_OPEN,
            label
          }
        ]
      : [];
  if (states['0'] !== 'idle') return [];
  const isMotion = type === HOME_SECURITY && value.propertyKey === 'Motion sensor status';
  const role = isMotion ? 'BinaryMotionSensor' : (ROLE_OF_NOTIFICATION.get(type) ?? 'BinaryGenericSensor');
  return [{ role, value, isTripped: number === undefined ? undefined : number !== 0, label }];
}

/** Types of measured values by the type of class 49. Others keep the driver's name. */
const MEASURES: ReadonlyMap<unknown, { readonly type: string; readonly sensorType: string }> = new Map([
  [1, { type: 'DevTemperature', sensorType: 'Temperature' }],
  [3, { type: 'DevLuminosity', sensorType: 'Luminance' }],
  [4, { type: 'DevGenericSensor', sensorType: 'Power' }],
  [5, { type: 'DevHygrometry', sensorType: 'Humidity' }]
]);

function measureParts(values: EndpointValues): Part[] {
  return values.of(CLASS.multilevelSensor).map((value) => {
    const known = MEASURES.get(value.metadata.ccSpecific['sensorType']);
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
    ...{ key: `${value.commandClass} ${value.property} ${value.propertyKey ?? ''}`, type, role: '', label },
    interfaces: ['SensorMultilevel'],
    params: {
      ...(typeof value.value === 'number' && { Value: value.value }),
      ...{ sensorType, valueUnit: value.metadata.unit }
    },
    sources: [value],
    targets: {}
  };
}

/** The modes of a thermostat by their numbers, as the panel names them. */
const MODES: ReadonlyMap<number, string> = new Map([
  [0, 'Off'],
  [1, 'Heat'],
  [2, 'Cool'],
  [3, 'Auto']
]);

/** What a setpoint is for, by its type. */
const SETPOINTS: ReadonlyMap<number, string> = new Map([
  [1, 'Heat'],
  [2, 'Cool'],
  [11, 'EnergySaveHeating'],
  [12, 'EnergySaveCooling'],
  [13, 'Away']
]);

const STATES: ReadonlyMap<unknown, string> = new Map([
  [0, 'Idle'],
  [1, 'Heating'],
  [2, 'Cooling']
]);

/** The name of a mode in the panel. */
export const modeNameOf = (number: string, label: string): string => MODES.get(Number(number)) ?? label;

/** A thermostat: its mode, setpoints, state and fan. A setpoint that is not in °C is left out. */
export function climateParts(values: EndpointValues): Part[] {
  const mode = values.get(CLASS.thermostatMode, 'mode');
  const setpoints = values
    .of(CLASS.thermostatSetpoint)
    .filter(
      ({ property, propertyKey, metadata }) =>
        property === 'setpoint' && SETPOINTS.has(Number(propertyKey)) && metadata.unit === '°C'
    );
  if (!mode && setpoints.length === 0) return [];
  const state = values.get(CLASS.thermostatState, 'state');
  const fan = values.get(CLASS.thermostatFanMode, 'mode');
  const degrees = setpoints.flatMap(({ propertyKey, value }) =>
    typeof value === 'number' ? [[SETPOINTS.get(Number(propertyKey)) ?? '', value] as const] : []
  );
  const named = setpoints.map(
    (each) => [`setpoint ${SETPOINTS.get(Number(each.propertyKey)) ?? ''}`, each] as const
  );
  return [
    {
      ...{ key: 'thermostat', type: 'DevThermostat', role: '', label: '' },
      interfaces: [
        ...(mode ? ['ThermostatMode'] : []),
        ...(setpoints.length > 0 ? ['ThermostatSetpoint'] : []),
        ...(state ? ['ThermostatOperatingState'] : []),
        ...(fan ? ['ThermostatFanMode'] : [])
      ],
      params: {
        ...modeParams(mode, 'currentMode', 'availableModes'),
        ...(setpoints.length > 0 && { currentSetpoints: Object.fromEntries(degrees) }),
        ...(state && { currentState: STATES.get(state.value) ?? 'Idle' }),
        ...modeParams(fan, 'currentFanMode', 'availableFanModes')
      },
      sources: [mode, state, fan, ...setpoints].filter((each) => each !== undefined),
      targets: targets({ mode, fan, ...Object.fromEntries(named) })
    }
  ];
}

function modeParams(value: NodeValue | undefined, current: string, available: string): Params {
  if (!value) return {};
  const names = Object.entries(value.metadata.states).map(
    ([number, label]) => [number, modeNameOf(number, label)] as const
  );
  const now = names.find(([number]) => number === String(value.value))?.[1];
  return { ...(now !== undefined && { [current]: now }), [available]: names.map(([, name]) => name) };
}
