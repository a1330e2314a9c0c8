import { DEVICE_FIELD_NAMES, type Device, type DeviceFields, type Home, type Params } from '#shared/home';

/** The difference on one device: new parameter values by name, and new fields. */
export interface DeviceChange {
  readonly device: number;
  readonly params?: Params;
  readonly fields?: DeviceFields;
}

/** The difference between two homes: a list of value changes, or `home` if only a new snapshot can express it. */
type HomeDifference =
  | { readonly type: 'changes'; readonly changes: readonly DeviceChange[] }
  | { readonly type: 'home' };

/** Applies a change to a device. Returns the same object if nothing differs. */
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
 * Applies changes to a home, in their order. Changes to unknown devices are ignored. Unchanged devices stay the same
 * objects, and the same home is returned if nothing differs.
 */
export function applyChanges(home: Home, changes: readonly DeviceChange[]): Home {
  const byDevice = groupByDevice(changes);
  const devices = home.devices.map(
    (device) => byDevice.get(device.id)?.reduce(applyToDevice, device) ?? device
  );
  const isDifferent = devices.some((device, index) => device !== home.devices[index]);
  return isDifferent ? { ...home, devices } : home;
}

/**
 * Computes the changes that turn `before` into `after`, so that `applyChanges(before, changes)` equals `after`. Returns
 * `home` if lists, structure or the presence of a parameter differ.
 */
export function compareHomes(before: Home, after: Home): HomeDifference {
  const isSameStructure =
    isSame(before.sections, after.sections) &&
    isSame(before.rooms, after.rooms) &&
    before.devices.length === after.devices.length;
  if (!isSameStructure) return { type: 'home' };
  const changes: DeviceChange[] = [];
  for (const [index, device] of before.devices.entries()) {
    const change = compareDevices(device, after.devices[index]);
    if (change === 'structure') return { type: 'home' };
    if (change) changes.push(change);
  }
  return { type: 'changes', changes };
}

/**
 * Compares two states of one device. Returns undefined if they are equal, and 'structure' if a change cannot express
 * the difference.
 */
export function compareDevices(
  before: Device,
  after: Device | undefined
): DeviceChange | 'structure' | undefined {
  if (before === after) return undefined;
  const isSameStructure =
    after !== undefined &&
    before.id === after.id &&
    before.type === after.type &&
    before.order === after.order &&
    (before.fault === undefined) === (after.fault === undefined) &&
    (before.trippedAt === undefined || after.trippedAt !== undefined) &&
    (before.calmAt === undefined || after.calmAt !== undefined) &&
    isSame(before.interfaces, after.interfaces) &&
    Object.keys(before.params).every((name) => Object.hasOwn(after.params, name));
  if (!isSameStructure) return 'structure';
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

/**
 * Compares two JSON values deeply. The order of keys is ignored. The recursion is as deep as the values, so their
 * parser must limit the depth.
 */
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
