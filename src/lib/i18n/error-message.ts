import { isRecord } from '#shared/home';
import { readNumber } from '#shared/read';
import type { ClientFailure } from '../state/proxy/failure';
import { duration } from './age';
import { t } from './i18n.svelte';

/** The period in ms for which failed sign-ins count. It is the wait to show if the proxy sends none. */
const ATTEMPTS_WINDOW_MS = 15 * 60_000;

/** Returns the message for a failure: what happened, and what to do next. Reactive (language). */
export function errorMessage({ code, message, detail }: ClientFailure): string {
  switch (code) {
    case 'too-many-attempts':
    case 'account-refused-shortly':
      return t(`error.${code}`, { duration: duration(waitOf(detail) ?? ATTEMPTS_WINDOW_MS) });
    case 'controller-refused':
      return t(`error.${code}`, { message });
    default:
      return t(`error.${code}`);
  }
}

const waitOf = (detail: unknown): number | undefined =>
  isRecord(detail) ? readNumber(detail['retryAfterMs'] ?? detail['retryMs']) : undefined;
