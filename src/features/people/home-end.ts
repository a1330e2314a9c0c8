import { t } from '$lib/i18n/i18n.svelte';
import type { ProxyClient } from '$lib/state/proxy/proxy-client';
import type { PasswordGate } from './password-gate.svelte';

type Proxy = Pick<ProxyClient, 'call'>;

/**
 * Forgets a home, with the password typed: in 24 hours, or now. Only a screen that manages it may do that. A home that is not shown needs
 * the proxy of the app, since that of an open home speaks for that home alone.
 */
export const forgetHome = (
  { proxy, gate }: { readonly proxy: Proxy; readonly gate: Pick<PasswordGate, 'pass'> },
  home: string,
  now: boolean
) => gate.pass(() => proxy.call('POST /api/controllers/:id/forget', { home, body: { now } }), home);

/** Takes a home back that is being forgotten. Who does not manage it needs a code, in the headers. */
export const takeBackHome = (proxy: Proxy, home: string, headers: Record<string, string> = {}) =>
  proxy.call('DELETE /api/controllers/:id/forget', { home, headers });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Returns the time until a home goes, in words: "24 hours", and below an hour "59 minutes". Takes ms. Reactive. */
export function timeLeft(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS));
  return minutes < 60
    ? t('forgetting.minutes', { count: minutes })
    : t('forgetting.hours', { count: Math.round(ms / HOUR_MS) });
}
