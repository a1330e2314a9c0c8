import type { App } from '../app.svelte';
import { Installing } from './installation.svelte';

const made = new WeakMap<App, Installing>();

/** The app's way to the home screen, started by whoever asks first; it lasts as long as the page. */
export function installingOf(app: App): Installing {
  const known = made.get(app);
  if (known) return known;
  const installing = new Installing(app.environment);
  made.set(app, installing);
  installing.start();
  void app.proxy.status().then((status) => {
    if (status.ok) installing.learn(status.value.origins);
  });
  return installing;
}
