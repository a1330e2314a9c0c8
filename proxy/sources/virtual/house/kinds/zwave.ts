import type { DevicePlan } from '../plan';

/** Optional properties of a device. */
export type Extra = Partial<Omit<DevicePlan, 'id' | 'type'>>;
/** Optional properties of a device with fixed interfaces and parameters. */
export type Plain = Omit<Extra, 'interfaces' | 'params'>;

/** A Z-Wave device. Its node id is its device id unless `extra` sets another. */
export function zwave(kind: Omit<DevicePlan, 'icon' | 'role'> & Extra, extra: Extra): DevicePlan {
  return {
    ...kind,
    ...extra,
    interfaces: [...kind.interfaces, ...(extra.interfaces ?? []), 'ZWaveDevice'],
    params: { nodeId: kind.id, ...kind.params, ...extra.params },
    traits: { ...kind.traits, ...extra.traits }
  };
}

/** Adds the Battery interface with the charge in percent [A]. */
export const onBattery = (batteryLevel: number, extra: Extra = {}): Extra => ({
  ...extra,
  interfaces: [...(extra.interfaces ?? []), 'Battery'],
  params: { ...extra.params, batteryLevel }
});
