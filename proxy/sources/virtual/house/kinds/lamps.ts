import { FULL_LEVEL } from '#shared/interfaces/level';
import type { DevicePlan } from '../plan';
import { zwave, type Extra } from './zwave';

/** A lamp with an on/off switch. */
export const lamp = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevSwitch',
      icon: 'lamp',
      interfaces: ['SwitchBinary'],
      params: { Status: false, pulseable: false },
      traits: { watts: 9 }
    },
    extra
  );

/** A socket with a load in watts. */
export const socket = (id: number, name: string, watts: number, extra: Extra = {}): DevicePlan =>
  lamp(id, name, { icon: 'socket', ...extra, traits: { watts } });

const levelParams = (level: number) => ({ Status: level > 0, Level: level, pulseable: false });

/** A dimmable lamp. */
export const dimmer = (id: number, name: string, level: number, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevDimmer',
      icon: 'ceiling-light',
      interfaces: ['SwitchMultilevel', 'SwitchBinary'],
      params: levelParams(level),
      traits: { watts: 30 }
    },
    extra
  );

/** A colour lamp. The document spells its type `DecDimmerColor` [D]. `DevDimmerColor` is observed too [O]. */
export const colorLamp = (
  id: number,
  name: string,
  type: 'DecDimmerColor' | 'DevDimmerColor',
  level: number,
  components: Readonly<Record<string, number>>,
  extra: Extra = {}
): DevicePlan =>
  zwave(
    {
      id,
      name,
      type,
      icon: 'color-lamp',
      interfaces: ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'],
      params: {
        ...levelParams(level),
        supportedComponents: Object.keys(components),
        currentComponentValues: components
      },
      traits: { watts: 12 }
    },
    extra
  );

/** A roller shutter: 0 closed, 99 open. */
export const shutter = (id: number, name: string, level = FULL_LEVEL, extra: Extra = {}): DevicePlan =>
  zwave(
    {
      id,
      name,
      type: 'DevShutter',
      icon: 'shutter',
      interfaces: ['SwitchMultilevel', 'SwitchBinary', 'Shutter'],
      params: { ...levelParams(level), stopable: true }
    },
    extra
  );
