import type { App } from '$lib/state/app.svelte';
import { routeOf } from '#shared/routes';

/** Returns the addresses of the owner's photos for the screensaver; none while the proxy does not answer. */
export async function photosOf({ proxy }: Pick<App, 'proxy'>): Promise<readonly string[]> {
  const listed = await proxy.call('GET /api/photos');
  return listed.ok ? listed.value.photos.map((id) => routeOf('GET /api/photos/:photo', id).path) : [];
}
