/**
 * Whether a method of a device can be called. `absent`: the device does not have it. `unavailable`: it was offered
 * until the controller's list arrived late; its control keeps its space, so that nothing moves under a finger.
 */
export type Availability = 'offered' | 'absent' | 'unavailable';

/** The availability of a device's methods by the controller's own list. */
export interface MethodList {
  availabilityOf(method: string): Availability;
}

/** Without a list, everything that the interfaces allow is offered. */
export const NO_LIST: MethodList = { availabilityOf: () => 'offered' };
