import { BatteryCCGet, BatteryCCReport } from '@zwave-js/cc/BatteryCC';
import { BinarySwitchCCSet } from '@zwave-js/cc/BinarySwitchCC';
import { ThermostatSetpointCCSet } from '@zwave-js/cc/ThermostatSetpointCC';
import {
  WakeUpCCIntervalGet,
  WakeUpCCIntervalReport,
  WakeUpCCNoMoreInformation
} from '@zwave-js/cc/WakeUpCC';
import { CommandClasses } from '@zwave-js/core';

const CC = CommandClasses;

/** What a node can do by a command class. */
const can = (name, version, more = {}) => ({ ccId: CC[name], isSupported: true, version, ...more });

const supervised = [CC.Supervision, CC.Version];
const doorLock = can('Door Lock', 4, { supportedOperationTypes: [1], supportedDoorLockModes: [0, 255] });
const plug = can('Binary Switch', 2);
const dimmer = (travelTime) => can('Multilevel Switch', 4, { primarySwitchType: 2, travelTime });
const notifications = (notificationTypesAndEvents) =>
  can('Notification', 8, { supportsV1Alarm: false, notificationTypesAndEvents });
const binarySensor = (type) => can('Binary Sensor', 2, { supportedSensorTypes: [type] });
const modes = (...supportedModes) => can('Thermostat Mode', 3, { supportedModes });
/** A setpoint for heat, with its bounds. */
const heating = (minValue, maxValue, defaultValue, scale) =>
  can('Thermostat Setpoint', 3, { setpoints: { 1: { minValue, maxValue, defaultValue, scale } } });
const roomHeating = heating(4, 35, 20, '°C');
const awning = can('Window Covering', 1, { supportedParameters: [13], travelTime: 8000 });
const temperature = can('Multilevel Sensor', 11, {
  sensors: { 1: { supportedScales: [0] } },
  getValue: () => 19.5
});
const climate = can('Multilevel Sensor', 11, {
  sensors: { 1: { supportedScales: [0] }, 3: { supportedScales: [1] }, 5: { supportedScales: [0] } },
  getValue: (type) => ({ 1: 21.5, 3: 300, 5: 48 })[type ?? 1]
});
const colour = can('Color Switch', 3, { colorComponents: { 2: 255, 3: 120, 4: 0 } });
const meter = can('Meter', 4, {
  meterType: 1,
  supportedScales: [2],
  supportedRateTypes: [1],
  supportsReset: false,
  getValue: () => 42
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
      return { action: 'sendCC', cc: new BatteryCCReport({ nodeId: controller.ownNodeId, level: 80 }) };
    if (cc instanceof WakeUpCCNoMoreInformation) {
      self.autoAckControllerFrames = false;
      self.state.set('asleep', true);
      return { action: 'stop' };
    }
    return undefined;
  }
};

const product = (manufacturerId, productType, productId, more = {}) => ({
  capabilities: { manufacturerId, productType, productId, ...more }
});

/** A node: its name, its location, its command classes, and what is special. */
const node = (id, name, location, ccs, more = {}) => ({ id, name, location, ccs, ...more });
const sensor = (id, name, location, ...ccs) =>
  node(id, name, location, [CC.Version, ...ccs], { classes: [0x07, 1] });

export const NODES = [
  node(2, 'Lamp', 'Ground floor/Kitchen', [...supervised, plug]),
  node(3, 'Dimmer', 'Ground floor/Living room', [...supervised, dimmer(1500)], { classes: [0x11, 1] }),
  node(4, 'Deaf plug', 'Ground floor/Kitchen', [CC.Version, plug], { behaviors: [ignoreSets] }),
  node(5, 'Old plug', 'Ground floor/Kitchen', [CC.Version, plug]),
  node(6, 'Refusing plug', 'Upstairs/Bedroom', [...supervised, plug], { behaviors: [refuseSets] }),
  node(7, 'Dead plug', 'Upstairs/Bedroom', [...supervised, plug]),
  node(8, 'Valve', 'Bath', [CC.Version, CC['Wake Up'], CC.Battery, roomHeating], {
    capabilities: { isListening: false },
    behaviors: [takeSetpoints, sleeper]
  }),
  node(9, 'Blind', 'Ground floor/Living room', [CC.Version, dimmer(10_000)], { classes: [0x11, 6] }),
  node(10, 'Awning', 'Terrace', [CC.Version, CC.Supervision, awning], { classes: [0x09, 1] }),
  sensor(11, 'Motion', 'Hall', binarySensor(12), notifications({ 7: [8] })),
  node(12, 'Climate', 'Ground floor/Living room', [CC.Version, climate], { classes: [0x21, 1] }),
  node(13, 'Thermostat', 'Ground floor/Living room', [...supervised, modes(0, 1, 2), roomHeating], {
    behaviors: [takeSetpoints],
    classes: [0x08, 6]
  }),
  node(14, 'Colour lamp', 'Upstairs/Bedroom', [...supervised, dimmer(0), colour], { classes: [0x11, 1] }),
  node(15, 'Front door', 'Hall', [...supervised, plug, doorLock], { classes: [0x40, 3] }),
  node(16, 'Double switch', 'Garage', [...supervised, can('Multi Channel', 4)], {
    endpoints: [{ commandClasses: [...supervised, plug] }, { commandClasses: [...supervised, plug] }]
  }),
  node(17, 'Metered plug', '', [...supervised, plug, meter]),
  // A lock that calls itself a switch.
  node(19, 'Side door', 'Hall', [...supervised, plug, doorLock]),
  // "Smoke detected", and "dust in device".
  sensor(31, 'Smoke detector', 'Upstairs/Landing', notifications({ 1: [2, 8] })),
  sensor(32, 'Leak sensor', 'Bath', binarySensor(6), notifications({ 5: [2] })),
  sensor(33, 'Window', 'Bath', binarySensor(10), notifications({ 6: [22, 23] })),
  node(34, 'Furnace', 'Hall', [...supervised, modes(0, 1), heating(40, 95, 68, '°F')], {
    behaviors: [takeSetpoints],
    classes: [0x08, 6]
  }),
  // "Overheat detected", and "rapid temperature rise", which is an event and no state.
  sensor(35, 'Heat detector', 'Hall', notifications({ 4: [2, 4] })),
  node(18, 'Gate', 'Garage', [CC.Version, plug], { classes: [0x40, 7] }),
  // Products whose device files the driver has.
  node(51, 'Ceiling fan', 'Upstairs/Bedroom', [...supervised, dimmer(0)], {
    classes: [0x11, 8],
    ...product(0x0063, 0x4944, 0x3034)
  }),
  node(
    52,
    'Radiator',
    'Upstairs/Bedroom',
    [CC.Version, modes(0, 1, 11, 15, 31), roomHeating, dimmer(0), temperature],
    { classes: [0x08, 6], behaviors: [takeSetpoints], ...product(0x0148, 0x0003, 0x0001) }
  ),
  // Detected, and that it has to be replaced; then its batteries, and its own hardware.
  sensor(53, 'Alarm', 'Hall', notifications({ 1: [2, 5], 2: [2, 5], 8: [10, 11], 9: [1] })),
  node(54, 'Siren', 'Hall', [CC.Version, plug], { classes: [0x10, 5], ...product(0x0258, 0x0003, 0x0088) }),
  // It sleeps, and was never awake: nothing of it is in the cache.
  node(55, 'New sensor', '', [CC.Version, CC['Wake Up'], binarySensor(10)], {
    capabilities: { isListening: false },
    isNeverAwake: true
  }),
  // The first ones of these are there, as many as a test needs.
  ...[21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50].map((id, index) =>
    node(id, `Deaf plug ${index + 1}`, 'Attic', [CC.Version, plug], {
      behaviors: [ignoreSets],
      order: index + 1
    })
  )
];
