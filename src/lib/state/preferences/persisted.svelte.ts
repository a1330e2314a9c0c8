import { isRecord } from '#shared/home';
import type { Settings } from './settings';

/**
 * A record that this browser keeps under one name of its settings. Reactive. `decode` reads each field of what is
 * stored, and gives its default for what is missing or invalid.
 */
export class Persisted<T extends object> {
  readonly #settings: Settings;
  readonly #name: string;
  #value: T;

  constructor(settings: Settings, name: string, decode: (stored: Readonly<Record<string, unknown>>) => T) {
    this.#settings = settings;
    this.#name = name;
    this.#value = $state.raw(decode(parseRecord(settings.read(name))));
  }

  get value(): T {
    return this.#value;
  }

  /** Changes fields and stores the record. */
  change(changed: Partial<T>): void {
    this.#value = { ...this.#value, ...changed };
    this.#settings.write(this.#name, JSON.stringify(this.#value));
  }
}

/** Reads a stored yes or no. */
export const flag = (stored: unknown, missing: boolean): boolean =>
  typeof stored === 'boolean' ? stored : missing;

/** Reads a stored choice. */
export const choice = <T, Missing>(values: readonly T[], stored: unknown, missing: Missing): T | Missing =>
  values.find((value) => value === stored) ?? missing;

/** Reads a stored whole number from 0 to `most`. */
export const wholeNumber = <Missing>(stored: unknown, most: number, missing: Missing): number | Missing =>
  typeof stored === 'number' && Number.isInteger(stored) && stored >= 0 && stored <= most ? stored : missing;

/** Parses a stored record: an empty record if there is none, or anything else. */
export function parseRecord(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text ?? 'null');
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}
