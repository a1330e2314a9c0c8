import { Installation } from '$lib/state/install/installation.svelte';
import { onePerApp } from '$lib/state/one-per';

/** Returns the app's installation state. The first call creates and starts it; it lives as long as the page. */
export const installationOf = onePerApp((app): Installation => {
  const installation = new Installation(app.environment);
  installation.start();
  void app.proxy.call('GET /api/status').then((status) => {
    if (status.ok) installation.setOrigins(status.value.origins);
  });
  return installation;
});
