import { BatteryCCGet, BatteryCCReport } from '@zwave-js/cc/BatteryCC';
import { BinarySwitchCCSet } from '@zwave-js/cc/BinarySwitchCC';
import { ThermostatSetpointCCSet } from '@zwave-js/cc/ThermostatSetpointCC';
import {
  WakeUpCCIntervalGet,
  WakeUpCCIntervalReport,
  WakeUpCCNoMoreInformation
} from '@zwave-js/cc/WakeUpCC';
import { CommandClasses } from '@zwave-js/core';
import { ccCaps } from '@zwave-js/testing';

const CC = CommandClasses;

const supervised = [CC.Supervision, CC.Version];
const doorLock = ccCaps({
  ccId: CC['Door Lock'],
  isSupported: true,
  version: 4,
  supportedOperationTypes: [1],
  supportedDoorLockModes: [0, 255]
});
const plug = { ccId: CC['Binary Switch'], isSupported: true, version: 2 };
const dimmer = (travelTime, switchType = 2) =>
  ccCaps({
    ccId: CC['Multilevel Switch'],
    isSupported: true,
    version: 4,
    primarySwitchType: switchType,
    travelTime
  });
const notifications = (notificationTypesAndEvents) =>
  ccCaps({
    ccId: CC.Notification,
    isSupported: true,
    version: 8,
    supportsV1Alarm: false,
    notificationTypesAndEvents
  });
const binarySensor = (type) =>
  ccCaps({ ccId: CC['Binary Sensor'], isSupported: true, version: 2, supportedSensorTypes: [type] });
const setpoints = ccCaps({
  ccId: CC['Thermostat Setpoint'],
  isSupported: true,
  version: 3,
  setpoints: { 1: { minValue: 4, maxValue: 35, defaultValue: 20, scale: '°C' } }
});

/** Takes a set and does nothing: the radio acknowledges it all the same. */
const ignoreSets = {
  handleCC: (_controller, _self, cc) => (cc instanceof BinarySwitchCCSet ? { action: 'stop' } : undefined)
};
const refuseSets = {
  handleCC: (_controller, _self, cc) => (cc instanceof BinarySwitchCCSet ? { action: 'fail' } : undefined)
};
/** The mock refuses every setpoint above its minimum. */
const takeSetpoints = {
  handleCC(_controller, self, cc) {
    if (!(cc instanceof ThermostatSetpointCCSet)) return undefined;
    if (self.state.get('deaf')) return { action: 'stop' };
    self.state.set(`ThermostatSetpoint_setpoint_${cc.setpointType}`, cc.value);
    self.state.set(`ThermostatSetpoint_scale_${cc.setpointType}`, cc.scale);
    return { action: 'ok' };
  }
};
/** The package's own report has no payload when it is sent: 300 s, and the node that is woken for. */
const wakeUpReport = (nodeId) =>
  Object.assign(new WakeUpCCIntervalReport({ nodeId, wakeUpInterval: 300, controllerNodeId: 1 }), {
    payload: Uint8Array.from([0, 1, 44, 1])
  });
const sleeper = {
  handleCC(controller, self, cc) {
    if (cc instanceof WakeUpCCIntervalGet)
      return { action: 'sendCC', cc: wakeUpReport(controller.ownNodeId) };
    if (cc instanceof BatteryCCGet)
      return {
        action: 'sendCC',
        cc: new BatteryCCReport({ nodeId: controller.ownNodeId, level: 80 })
      };
    if (cc instanceof WakeUpCCNoMoreInformation) {
      self.autoAckControllerFrames = false;
      self.state.set('asleep', true);
      return { action: 'stop' };
    }
    return undefined;
  }
};

/** Name, location, command classes, and what is special. */
export const NODES = [
  { id: 2, name: 'Lamp', location: 'Ground floor/Kitchen', ccs: [...supervised, plug] },
  {
    id: 3,
    name: 'Dimmer',
    location: 'Ground floor/Living room',
    ccs: [...supervised, dimmer(1500)],
    classes: [0x11, 1]
  },
  {
    id: 4,
    name: 'Deaf plug',
    location: 'Ground floor/Kitchen',
    ccs: [CC.Version, plug],
    behaviors: [ignoreSets]
  },
  { id: 5, name: 'Old plug', location: 'Ground floor/Kitchen', ccs: [CC.Version, plug] },
  {
    id: 6,
    name: 'Refusing plug',
    location: 'Upstairs/Bedroom',
    ccs: [...supervised, plug],
    behaviors: [refuseSets]
  },
  { id: 7, name: 'Dead plug', location: 'Upstairs/Bedroom', ccs: [...supervised, plug] },
  {
    id: 8,
    name: 'Valve',
    location: 'Bath',
    ccs: [CC.Version, CC['Wake Up'], CC.Battery, setpoints],
    capabilities: { isListening: false },
    behaviors: [takeSetpoints, sleeper]
  },
  {
    id: 9,
    name: 'Blind',
    location: 'Ground floor/Living room',
    ccs: [CC.Version, dimmer(10_000)],
    classes: [0x11, 6]
  },
  {
    id: 10,
    name: 'Awning',
    location: 'Terrace',
    ccs: [
      CC.Version,
      CC.Supervision,
      ccCaps({
        ccId: CC['Window Covering'],
        isSupported: true,
        version: 1,
        supportedParameters: [13],
        travelTime: 8000
      })
    ],
    classes: [0x09, 1]
  },
  {
    id: 11,
    name: 'Motion',
    location: 'Hall',
    ccs: [CC.Version, binarySensor(12), notifications({ 7: [8] })],
    classes: [0x07, 1]
  },
  {
    id: 12,
    name: 'Climate',
    location: 'Ground floor/Living room',
    ccs: [
      CC.Version,
      ccCaps({
        ccId: CC['Multilevel Sensor'],
        isSupported: true,
        version: 11,
        sensors: { 1: { supportedScales: [0] }, 3: { supportedScales: [1] }, 5: { supportedScales: [0] } },
        getValue: (type) => ({ 1: 21.5, 3: 300, 5: 48 })[type ?? 1]
      })
    ],
    classes: [0x21, 1]
  },
  {
    id: 13,
    name: 'Thermostat',
    location: 'Ground floor/Living room',
    ccs: [
      ...supervised,
      ccCaps({ ccId: CC['Thermostat Mode'], isSupported: true, version: 3, supportedModes: [0, 1, 2] }),
      setpoints
    ],
    behaviors: [takeSetpoints],
    classes: [0x08, 6]
  },
  {
    id: 14,
    name: 'Colour lamp',
    location: 'Upstairs/Bedroom',
    ccs: [
      ...supervised,
      dimmer(0),
      ccCaps({
        ccId: CC['Color Switch'],
        isSupported: true,
        version: 3,
        colorComponents: { 2: 255, 3: 120, 4: 0 }
      })
    ],
    classes: [0x11, 1]
  },
  {
    id: 15,
    name: 'Front door',
    location: 'Hall',
    ccs: [...supervised, plug, doorLock],
    classes: [0x40, 3]
  },
  {
    id: 16,
    name: 'Double switch',
    location: 'Garage',
    ccs: [...supervised, { ccId: CC['Multi Channel'], isSupported: true, version: 4 }],
    endpoints: [{ commandClasses: [...supervised, plug] }, { commandClasses: [...supervised, plug] }]
  },
  {
    id: 17,
    name: 'Metered plug',
    location: '',
    ccs: [
      ...supervised,
      plug,
      ccCaps({
        ccId: CC.Meter,
        isSupported: true,
        version: 4,
        meterType: 1,
        supportedScales: [2],
        supportedRateTypes: [1],
        supportsReset: false,
        getValue: () => 42
      })
    ]
  },
  // A lock that calls itself a switch.
  {
    id: 19,
    name: 'Side door',
    location: 'Hall',
    ccs: [...supervised, plug, doorLock]
  },
  // "Smoke detected", and "dust in device".
  {
    id: 31,
    name: 'Smoke detector',
    location: 'Upstairs/Landing',
    ccs: [CC.Version, notifications({ 1: [2, 8] })],
    classes: [0x07, 1]
  },
  {
    id: 32,
    name: 'Leak sensor',
    location: 'Bath',
    ccs: [CC.Version, binarySensor(6), notifications({ 5: [2] })],
    classes: [0x07, 1]
  },
  {
    id: 33,
    name: 'Window',
    location: 'Bath',
    ccs: [CC.Version, binarySensor(10), notifications({ 6: [22, 23] })],
    classes: [0x07, 1]
  },
  {
    id: 34,
    name: 'Furnace',
    location: 'Hall',
    ccs: [
      ...supervised,
      ccCaps({ ccId: CC['Thermostat Mode'], isSupported: true, version: 3, supportedModes: [0, 1] }),
      ccCaps({
        ccId: CC['Thermostat Setpoint'],
        isSupported: true,
        version: 3,
        setpoints: { 1: { minValue: 40, maxValue: 95, defaultValue: 68, scale: '°F' } }
      })
    ],
    behaviors: [takeSetpoints],
    classes: [0x08, 6]
  },
  // "Overheat detected", and "rapid temperature rise", which is an event and no state.
  {
    id: 35,
    name: 'Heat detector',
    location: 'Hall',
    ccs: [CC.Version, notifications({ 4: [2, 4] })],
    classes: [0x07, 1]
  },
  { id: 18, name: 'Gate', location: 'Garage', ccs: [CC.Version, plug], classes: [0x40, 7] },
  // The first ones of these are there, as many as a test needs.
  ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50].map((id, index) => ({
    id,
    name: `Deaf plug ${index + 1}`,
    location: 'Attic',
    ccs: [CC.Version, plug],
    behaviors: [ignoreSets],
    order: index + 1
  }))
];
