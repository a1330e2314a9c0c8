import type { DevicePlan } from '../plan';
import { zwave, type Extra } from './zwave';

/** A lamp with an on/off switch. */
export const lamp = (id: number, name: string, extra: Extra = {}): DevicePlan => {
  const interfaces = ['SwitchBinary'];
  const params = { Status: false, pulseable: false };
  return zwave(
    { id, name, type: 'DevSwitch', icon: 'lamp', interfaces, params, traits: { watts: 9 } },
    extra
  );
};

/** A socket with a load in watts. */
export const socket = (id: number, name: string, watts: number, extra: Extra = {}): DevicePlan =>
  lamp(id, name, { icon: 'socket', ...extra, traits: { watts } });

/** A kind of device with a level, 0 to 99. */
const levelKind =
  (type: string, icon: string, interfaces: readonly string[], { params: own, traits = {} }: Extra) =>
  (id: number, name: string, level: number, extra: Extra = {}): DevicePlan => {
    const params = { Status: level > 0, Level: level, pulseable: false, ...own };
    return zwave({ id, name, type, icon, interfaces, params, traits }, extra);
  };

/** A dimmable lamp. */
export const dimmer = levelKind('DevDimmer', 'ceiling-light', ['SwitchMultilevel', 'SwitchBinary'], {
  traits: { watts: 30 }
});

/** A roller shutter: 0 closed, 99 open. */
export const shutter = levelKind('DevShutter', 'shutter', ['SwitchMultilevel', 'SwitchBinary', 'Shutter'], {
  params: { stopable: true }
});

/** A colour lamp. The document spells its type `DecDimmerColor` [D]. `DevDimmerColor` is observed too [O]. */
export const colorLamp = (
  id: number,
  name: string,
  type: 'DecDimmerColor' | 'DevDimmerColor',
  level: number,
  components: Readonly<Record<string, number>>
): DevicePlan =>
  levelKind(type, 'color-lamp', ['SwitchMultilevel', 'SwitchColor', 'SwitchBinary'], {
    params: { supportedComponents: Object.keys(components), currentComponentValues: components },
    traits: { watts: 12 }
  })(id, name, level);
