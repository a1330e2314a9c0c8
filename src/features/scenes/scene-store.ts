import type { App } from '$lib/state/app.svelte';
import type { ClientFailure } from '$lib/state/connection/failure';
import { newBatchId } from '$lib/state/commands/batch-id';
import { pinLockOf } from '$features/people/pin/pin-lock.svelte';
import type { SceneBody } from '#shared/scenes';

/** Keeps a scene; a new one without an id. Resolves with the failure, or null. */
export async function keepScene(app: App, id: string | null, body: SceneBody): Promise<ClientFailure | null> {
  const at = [app.session.current?.controller.id ?? '', id ?? newBatchId()];
  const kept = await pinLockOf(app).pass(() =>
    app.proxy.call('PUT /api/controllers/:id/scenes/:scene', { at, body })
  );
  return kept.ok ? null : kept.error;
}

/** Removes a scene. Resolves with the failure, or null. */
export async function removeScene(app: App, id: string): Promise<ClientFailure | null> {
  const at = [app.session.current?.controller.id ?? '', id];
  const removed = await pinLockOf(app).pass(() =>
    app.proxy.call('DELETE /api/controllers/:id/scenes/:scene', { at })
  );
  return removed.ok ? null : removed.error;
}
