import type { App } from '$lib/state/app.svelte';
import { detached } from '$lib/state/detached.svelte';
import { PasswordGate } from './password-gate.svelte';
import { ScreensClient } from './screens-client';
import { Screens } from './screens.svelte';

/** The list of screens, and the services to change it. */
export interface ScreensService {
  readonly gate: PasswordGate;
  readonly client: ScreensClient;
  readonly screens: Screens;
}

const services = new WeakMap<App, ScreensService & { readonly owner: string | undefined }>();

/** Returns the services of this session. All components share one list, so that each shows the others' changes. */
export function screensOf(app: App): ScreensService {
  const owner = app.session.current?.screen.id;
  const known = services.get(app);
  if (known && known.owner === owner) return known;
  const service = detached(() => {
    const gate = new PasswordGate(app.proxy);
    const client = new ScreensClient(app.proxy, gate);
    return { owner, gate, client, screens: new Screens(client) };
  });
  services.set(app, service);
  return service;
}
