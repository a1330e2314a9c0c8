import type { DevicePlan } from '../plan';

/** What any device may be told beyond its kind. */
export type Extra = Partial<Omit<DevicePlan, 'id' | 'type'>>;
/** The same, for kinds whose interfaces and parameters are settled. */
export type Plain = Omit<Extra, 'interfaces' | 'params'>;

/** A device in the radio network: its node bears its id's number, unless it is told otherwise. */
export function zwave(kind: Omit<DevicePlan, 'icon' | 'role'> & Extra, extra: Extra): DevicePlan {
  return {
    ...kind,
    ...extra,
    interfaces: [...kind.interfaces, ...(extra.interfaces ?? []), 'ZWaveDevice'],
    params: { nodeId: kind.id, ...kind.params, ...extra.params },
    traits: { ...kind.traits, ...extra.traits }
  };
}

/** A battery's charge in percent, as `params` of a device with the Battery interface [A]. */
export const onBattery = (batteryLevel: number, extra: Extra = {}): Extra => ({
  ...extra,
  interfaces: [...(extra.interfaces ?? []), 'Battery'],
  params: { ...extra.params, batteryLevel }
});
