import { readText } from '#shared/read';

/** MAC address as 12 hex digits in lower case, `02005e100001`. Everything but the wire of the controllers uses this form. */
export type Mac = string;

const SPELLINGS = /^(?:[0-9a-f]{12}|[0-9a-f]{2}(?:(?::[0-9a-f]{2}){5}|(?:-[0-9a-f]{2}){5}))$/i;

/** All zeros and all ones belong to no device. */
const PLACEHOLDER = /^(?:0{12}|f{12})$/;

/** Whether a text spells a MAC: 12 hex digits, or 6 pairs with colons or with hyphens. */
export const isMac = (text: string): boolean => SPELLINGS.test(text);

/** Reads a MAC in any of its spellings; null if it is none, or belongs to no device. */
export function readMac(value: unknown): Mac | null {
  const text = readText(value) ?? '';
  const mac = text.replace(/[:-]/g, '').toLowerCase();
  return isMac(text) && !PLACEHOLDER.test(mac) ? mac : null;
}

/** A MAC as it is printed on a device, `02:00:5e:10:00:01`. */
export const formatMac = (mac: Mac): string => (mac.match(/../g) ?? []).join(':');
