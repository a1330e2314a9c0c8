import type { App } from '../app.svelte';
import { Installation } from './installation.svelte';

const made = new WeakMap<App, Installation>();

/** Returns the app's installation state. The first call creates and starts it; it lives as long as the page. */
export function installationOf(app: App): Installation {
  const known = made.get(app);
  if (known) return known;
  const installation = new Installation(app.environment);
  made.set(app, installation);
  installation.start();
  void app.proxy.status().then((status) => {
    if (status.ok) installation.learn(status.value.origins);
  });
  return installation;
}
