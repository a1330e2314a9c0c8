import { version } from '$app/environment';
import { i18n } from '$lib/i18n/i18n.svelte';
import type { App } from '$lib/state/app.svelte';

/**
 * Returns what a support request needs, one line each: versions, the browser, and the states of the connection and of the
 * storage. It has no names, addresses, tokens or values of the home. It is in English for the reader.
 * @param serverVersion the version of the proxy; null if it is unknown
 */
export function diagnosticsOf(app: App, serverVersion: string | null): string {
  const { clock, screen, pageInfo } = app.environment;
  const { opened } = app;
  const asOf = opened?.state.asOf ?? null;
  const lines: Readonly<Record<string, string | number | boolean>> = {
    time: new Date(clock.now()).toISOString(),
    version,
    'server version': serverVersion ?? 'unknown',
    browser: screen.userAgent,
    language: i18n.language,
    window: `${innerWidth} × ${innerHeight} at ${devicePixelRatio}`,
    connection: opened?.link.state ?? 'none',
    'last update': asOf === null ? 'never' : new Date(asOf).toISOString(),
    'secure origin': pageInfo.isSecure(),
    installed: pageInfo.isStandalone(),
    'offline use': app.updates.shell,
    'home is stored': opened?.isStoragePersisted ?? false,
    'full access': app.session.isFull,
    'wall mode': app.wall.value?.isOn === true,
    rooms: opened?.state.home?.rooms.length ?? 0,
    devices: opened?.state.home?.devices.length ?? 0
  };
  return [
    'Mantel diagnostics',
    ...Object.entries(lines).map(([name, value]) => `${name}: ${String(value)}`)
  ].join('\n');
}
