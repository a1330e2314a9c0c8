/**
 * The kinds of devices that stand in the house, each as its builder: id and name first, then what differs from one to the next.
 * Types, interfaces and parameters are the document's (2.4, 2.5) [D] unless marked otherwise.
 */
export * from './kinds/contacts';
export * from './kinds/gauges';
export * from './kinds/lamps';
export * from './kinds/others';
export * from './kinds/thermostats';
export { onBattery } from './kinds/zwave';
