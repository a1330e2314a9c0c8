import type { App } from './app.svelte';
import { detached } from './base/detached.svelte';

/**
 * Makes the accessor of a service of the app whose code is loaded after the first screen: its first call creates the service, and
 * later calls return the same one until the app ends. What it starts, it ends by `onEnd` of `app.lifetime`.
 */
export function onePerApp<Service extends object>(create: (app: App) => Service): (app: App) => Service {
  const services = new WeakMap<App, Service>();
  return (app) => {
    const service = services.get(app) ?? detached(() => create(app), app.lifetime);
    services.set(app, service);
    return service;
  };
}
