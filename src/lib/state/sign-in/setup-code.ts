import { SETUP_CODE_HEADER } from '#shared/wire';
import type { ClientFailure } from '../connection/failure';

/** No setup code has these characters, or none any more. */
export const wrongSetupCode: ClientFailure = {
  code: 'wrong-setup-code',
  message: 'There is no such setup code.'
};

/** A setup code as it was typed, without spaces and hyphens; null where no code is so long, or has such characters. */
export function readSetupCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '');
  return /^[0-9A-Za-z]{12}$/.test(code) ? code : null;
}

/** The headers of a request in which a setup code stands in for a managing screen; none without a code. */
export const setupCodeHeaders = (code: string | null): Record<string, string> =>
  code === null ? {} : { [SETUP_CODE_HEADER]: code };
