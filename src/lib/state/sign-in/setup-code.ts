import { SETUP_CODE_HEADER } from '#shared/wire';
import type { ClientFailure } from '../proxy/failure';

/** The failure of an unknown, expired or used code. */
export const wrongSetupCode: ClientFailure = {
  code: 'wrong-setup-code',
  message: 'There is no such code.'
};

/** Normalises a typed setup code or recovery code: removes spaces and hyphens; null if its length or characters are wrong. */
export function readSetupCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '');
  return /^[0-9A-Za-z]{12}$/.test(code) ? code : null;
}

/** The request headers for a setup code or a recovery code, which replaces a managing screen; empty without a code. */
export const setupCodeHeaders = (code: string | null): Record<string, string> =>
  code === null ? {} : { [SETUP_CODE_HEADER]: code };
