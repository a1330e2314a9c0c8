import type { App } from './app.svelte';
import { detached } from './detached.svelte';

/**
 * Makes the accessor of a service whose code is loaded after the first screen: its first call creates the service, and
 * later calls return the same one. It lives as long as the app, which ends it by what `create` passes to `app.onStop`.
 */
export function onePerApp<Service extends object>(create: (app: App) => Service): (app: App) => Service {
  const services = new WeakMap<App, Service>();
  return (app) => {
    const known = services.get(app) ?? detached(() => create(app));
    if (!services.has(app)) app.onStop(() => services.delete(app));
    services.set(app, known);
    return known;
  };
}
