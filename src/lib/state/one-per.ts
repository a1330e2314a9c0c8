import type { App } from './app.svelte';
import { detached } from './detached.svelte';
import type { Lifetime } from './lifetime';

/**
 * Makes the accessor of a service whose code is loaded after the first screen: its first call creates the service, and
 * later calls return the same one until the lifetime ends. What it starts, it ends by `onEnd` of the same lifetime.
 */
const onePer =
  (lifetimeOf: (app: App) => Lifetime) =>
  <Service extends object>(create: (app: App) => Service): ((app: App) => Service) => {
    const services = new WeakMap<Lifetime, Service>();
    return (app) => {
      const lifetime = lifetimeOf(app);
      const service = services.get(lifetime) ?? detached(() => create(app), lifetime);
      services.set(lifetime, service);
      return service;
    };
  };

/** One service as long as the app lives. */
export const onePerApp = onePer((app) => app.lifetime);

/** One service for each home that the app shows; another one after a sign-out, a lock or a change of user. Reactive. */
export const onePerHome = onePer((app) => app.homeLifetime);
