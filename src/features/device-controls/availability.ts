/**
 * How a method stands with a device. `absent`: the device does not have it. `withdrawn`: it was offered until the controller's list came,
 * late: its place stays, so that nothing moves under a finger.
 */
export type Availability = 'offered' | 'absent' | 'unavailable';

/** What the controller's own list says of a device's methods. */
export interface MethodList {
  availabilityOf(method: string): Availability;
}

/** Where no list is asked for, everything that the interfaces allow is offered. */
export const NO_LIST: MethodList = { availabilityOf: () => 'offered' };
