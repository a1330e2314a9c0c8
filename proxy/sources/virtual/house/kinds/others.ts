import type { DevicePlan } from '../plan';
import { zwave, type Extra, type Plain } from './zwave';

/** A door lock. It has a state but no commands [O]. */
export const doorLock = (id: number, name: string, extra: Extra = {}): DevicePlan =>
  zwave(
    { id, name, type: 'DevDoorLock', icon: 'lock', interfaces: ['DoorLock'], params: { Status: true } },
    extra
  );

/** The root of a multichannel device. It is not shown to users [O]. */
export const multichannelRoot = (id: number, name: string): DevicePlan =>
  zwave({ id, name, type: 'DevUnknown', interfaces: ['MultichannelRoot', 'ParentDevice'], params: {} }, {});

/** Makes a device an endpoint of a multichannel device. It has the same node. */
export const endpointOf = (parentDeviceId: number, endpointId: number): Extra => ({
  interfaces: ['MultichannelEndpoint', 'ChildDevice'],
  params: { nodeId: parentDeviceId, parentDeviceId, endpointId }
});

/** A device of any type and interfaces, if there is no builder for it. */
export const special = (
  id: number,
  name: string,
  type: string,
  interfaces: readonly string[],
  params: DevicePlan['params'],
  extra: Plain = {}
): DevicePlan => ({ id, name, type, interfaces, params, ...extra });
