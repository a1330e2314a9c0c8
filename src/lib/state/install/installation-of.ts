import type { App } from '../app.svelte';
import { Installation } from './installation.svelte';

const installations = new WeakMap<App, Installation>();

/** Returns the app's installation state. The first call creates and starts it; it lives as long as the page. */
export function installationOf(app: App): Installation {
  const known = installations.get(app);
  if (known) return known;
  const installation = new Installation(app.environment);
  installations.set(app, installation);
  installation.start();
  void app.proxy.status().then((status) => {
    if (status.ok) installation.setOrigins(status.value.origins);
  });
  return installation;
}
