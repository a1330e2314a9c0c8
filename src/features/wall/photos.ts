import { routeOf } from '#shared/routes';
import type { OpenHome } from '$lib/state/open-home.svelte';

/** Returns the addresses of the owner's photos for the screensaver; none while the proxy does not answer. */
export async function photosOf({ proxy, id: home }: OpenHome): Promise<readonly string[]> {
  const listed = await proxy.call('GET /api/controllers/:id/photos');
  return listed.ok
    ? listed.value.photos.map((id) => routeOf('GET /api/controllers/:id/photos/:photo', home, id).path)
    : [];
}
