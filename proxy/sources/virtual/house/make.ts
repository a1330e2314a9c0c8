/**
 * Builders for the rooms and devices of the house. Their first parameters are id and name. Types, interfaces and parameters are from the
 * document (2.4, 2.5) [D] unless marked otherwise.
 */
export * from './kinds/contacts';
export * from './kinds/gauges';
export * from './kinds/lamps';
export * from './kinds/others';
export * from './kinds/thermostats';
export { room } from './room';
export { onBattery } from './kinds/zwave';
