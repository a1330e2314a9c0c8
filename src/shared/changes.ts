import { DEVICE_FIELD_NAMES, type Device, type DeviceFields, type Home, type Params } from '#shared/home';

/** What became different on one device: new values by parameter name, and new fields. */
export interface DeviceChange {
  readonly device: number;
  readonly params?: Params;
  readonly fields?: DeviceFields;
}

/** How one home differs from another: by values alone, or so much that the whole home must be sent. */
export type HomeDifference =
  { readonly type: 'changes'; readonly changes: readonly DeviceChange[] } | { readonly type: 'home' };

/** A device after a change. The same object comes back where nothing is different. */
export function applyToDevice(device: Device, { params, fields }: Omit<DeviceChange, 'device'>): Device {
  const changesParams =
    params !== undefined && Object.keys(params).some((name) => !isSame(device.params[name], params[name]));
  const changesFields =
    fields !== undefined &&
    DEVICE_FIELD_NAMES.some((name) => fields[name] !== undefined && fields[name] !== device[name]);
  if (!changesParams && !changesFields) return device;
  return {
    ...device,
    ...(changesFields ? fields : {}),
    params: changesParams ? { ...device.params, ...params } : device.params
  };
}

/**
 * A home after changes, in their order. Devices that the home does not have are passed over, untouched devices stay the
 * same objects, and the same home comes back where nothing is different.
 */
export function applyChanges(home: Home, changes: readonly DeviceChange[]): Home {
  const byDevice = groupByDevice(changes);
  const devices = home.devices.map((device) => (byDevice.get(device.id) ?? []).reduce(applyToDevice, device));
  const isDifferent = devices.some((device, place) => device !== home.devices[place]);
  return isDifferent ? { ...home, devices } : home;
}

/**
 * What turns `before` into `after`: `applyChanges(before, changes)` equals `after`. Where lists, structure or the presence
 * of a parameter differ, only the whole home will do.
 */
export function compareHomes(before: Home, after: Home): HomeDifference {
  const isSameFrame =
    isSame(before.sections, after.sections) &&
    isSame(before.rooms, after.rooms) &&
    before.devices.length === after.devices.length;
  if (!isSameFrame) return { type: 'home' };
  const changes: DeviceChange[] = [];
  for (const [place, device] of before.devices.entries()) {
    const change = compareDevices(device, after.devices[place]);
    if (change === 'structure') return { type: 'home' };
    if (change) changes.push(change);
  }
  return { type: 'changes', changes };
}

/** What is different between two readings of one device; undefined for nothing, 'structure' for more than a change can say. */
export function compareDevices(
  before: Device,
  after: Device | undefined
): DeviceChange | 'structure' | undefined {
  if (before === after) return undefined;
  const isSameFrame =
    after !== undefined &&
    before.id === after.id &&
    before.type === after.type &&
    before.order === after.order &&
    isSame(before.interfaces, after.interfaces) &&
    Object.keys(before.params).every((name) => Object.hasOwn(after.params, name));
  if (!isSameFrame) return 'structure';
  const params = Object.fromEntries(
    Object.entries(after.params).filter(
      ([name, value]) => !Object.hasOwn(before.params, name) || !isSame(before.params[name], value)
    )
  );
  const fields: DeviceFields = Object.fromEntries(
    DEVICE_FIELD_NAMES.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]])
  );
  const hasParams = Object.keys(params).length > 0;
  const hasFields = Object.keys(fields).length > 0;
  if (!hasParams && !hasFields) return undefined;
  return { device: before.id, ...(hasParams ? { params } : {}), ...(hasFields ? { fields } : {}) };
}

/** Whether two JSON values are the same, whatever the order of their keys. Depth is bounded by whoever parsed them. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other || Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

function groupByDevice(changes: readonly DeviceChange[]): Map<number, DeviceChange[]> {
  const groups = new Map<number, DeviceChange[]>();
  for (const change of changes) {
    const group = groups.get(change.device);
    if (group) group.push(change);
    else groups.set(change.device, [change]);
  }
  return groups;
}
