import { applyToDevice, type DeviceChange } from '#shared/changes';
import type { Device, DeviceFields, Params } from '#shared/home';
import { MAX_PARAMS } from '#shared/home-schema';

/** Maximum length of a parameter's name, in characters. */
const MAX_NAME_LENGTH = 256;

/** Maximum length of one value, in characters of JSON. */
const MAX_VALUE_LENGTH = 16 * 1024;

/** Maximum length of all names, values and texts of a home's devices, in characters of JSON. */
const MAX_HOME_LENGTH = 5 * 1024 * 1024;

/** The length that a number, a boolean or null counts for. */
const PRIMITIVE_LENGTH = 8;

/** The fields of a device that are text. */
const TEXT_FIELDS = ['name', 'role', 'icon', 'note_text', 'note_image'] as const;

/** What one home may hold, however many lists and events a controller sends. */
export class HomeBounds {
  readonly #onCut: () => void;
  #length = 0;
  /** Number of names and values that were left out. */
  #cuts = 0;

  /** @param onCut called at the first value or name that is left out */
  constructor(onCut: () => void = () => undefined) {
    this.#onCut = onCut;
  }

  /** Bounds a whole home: values beyond the limits are left out of its devices. Devices within the limits stay the same objects. */
  takeAll(devices: readonly Device[]): Device[] {
    this.#length = 0;
    return devices.map((device) => {
      const bare = { ...device, params: {}, name: '', role: '', icon: '', note_text: '', note_image: null };
      const { id, params, name, role, icon, note_text, note_image } = device;
      const whole = { device: id, params, fields: { name, role, icon, note_text, note_image } };
      const taken = this.take(bare, whole);
      return taken === whole ? device : applyToDevice(bare, taken);
    });
  }

  /**
   * Bounds a change of a device, and counts it as applied. A value that is too long, or for which the home has no room, becomes null, which is
   * no reading: the old value is not shown as the current one. A new name beyond the limits is left out, and a text becomes empty.
   * @returns the same object if nothing is beyond the limits
   */
  take(before: Device, change: DeviceChange): DeviceChange {
    const cutsBefore = this.#cuts;
    const params = change.params && this.#takeParams(before.params, change.params);
    const fields = change.fields && this.#takeFields(before, change.fields);
    if (this.#cuts === cutsBefore) return change;
    if (cutsBefore === 0) this.#onCut();
    return { device: change.device, ...(params && { params }), ...(fields && { fields }) };
  }

  #takeParams(before: Params, changed: Params): Params {
    let count = Object.keys(before).length;
    const taken: [string, unknown][] = [];
    for (const [name, value] of Object.entries(changed)) {
      const isKnown = Object.hasOwn(before, name);
      if (!isKnown && (name.length > MAX_NAME_LENGTH || count >= MAX_PARAMS)) {
        this.#cuts++;
        continue;
      }
      const old = isKnown ? lengthOf(before[name]) : -name.length;
      const length = lengthOf(value);
      if (length <= MAX_VALUE_LENGTH && this.#fits(length - old)) taken.push([name, value]);
      else {
        this.#cuts++;
        if (isKnown) this.#length += PRIMITIVE_LENGTH - old;
        else if (!this.#fits(PRIMITIVE_LENGTH - old)) continue;
        taken.push([name, null]);
      }
      if (!isKnown) count++;
    }
    return Object.fromEntries(taken);
  }

  #takeFields(before: Device, changed: DeviceFields): DeviceFields {
    let fields = changed;
    for (const name of TEXT_FIELDS) {
      const text = changed[name];
      if (text === undefined) continue;
      const old = before[name]?.length ?? 0;
      if (this.#fits((text?.length ?? 0) - old)) continue;
      this.#cuts++;
      this.#length -= old;
      fields = { ...fields, [name]: name === 'note_image' ? null : '' };
    }
    return fields;
  }

  /** Counts a growth if there is room for it. Shrinking always fits. */
  #fits(growth: number): boolean {
    if (growth > 0 && this.#length + growth > MAX_HOME_LENGTH) return false;
    this.#length += growth;
    return true;
  }
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : PRIMITIVE_LENGTH;
}
