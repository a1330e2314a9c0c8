import type { DevicePlan } from '../plan';
import { zwave, type Extra, type Plain } from './zwave';

/** A door lock: its state is shown, and it takes no command [O]. */
export const doorLock = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  zwave(
    { id, name, type: 'DevDoorLock', icon: 'lock', interfaces: ['DoorLock'], params: { Status: true } },
    extra
  );

/** The part of a device with several that stands for the whole: nobody sees it [O]. */
export const multichannelRoot = (id: number, name: string): DevicePlan =>
  zwave({ id, name, type: 'DevUnknown', interfaces: ['MultichannelRoot', 'ParentDevice'], params: {} }, {});

/** What makes a device one part of another: it shares its node. */
export const endpointOf = (parentDeviceId: number, endpointId: number): Extra => ({
  interfaces: ['MultichannelEndpoint', 'ChildDevice'],
  params: { nodeId: parentDeviceId, parentDeviceId, endpointId }
});

/** A device of any type and interfaces, for what no builder knows. */
export const special = (
  id: number,
  name: string,
  type: string,
  interfaces: readonly string[],
  params: DevicePlan['params'],
  extra: Plain = {}
): DevicePlan => ({ id, name, type, interfaces, params, ...extra });
