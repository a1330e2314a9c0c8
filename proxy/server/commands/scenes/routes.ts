import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { isSame } from '#shared/changes';
import { hasRepeats, REPEATED } from '#shared/commands/limits';
import { prepareCommand } from '#shared/commands/prepare-command';
import { fail, succeed, type Result } from '#shared/errors';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { isModelOf, modelOf } from '#shared/model';
import { sceneSchema, type SceneBody, type SceneCommand } from '#shared/scenes';
import type { HomeHousehold } from '../../home/live/homes';
import { viewerOf, type CommandViewer } from '../../home/live/viewer';
import { serve } from '../../http/serve';
import { NO_SCENE, type Scenes } from './scenes';

/** Registers the routes that read and change the scenes of a controller. Screens run scenes by frames: see `CommandInbox`. */
export function registerScenes(app: FastifyInstance, house: HomeHousehold & { readonly scenes: Scenes }) {
  const { scenes } = house;
  serve(app, 'GET /api/controllers/:id/scenes', async (request) => {
    const viewer = await viewerOf(request, house);
    return viewer.ok ? { scenes: scenes.seenBy(viewer.value) } : viewer;
  });

  serve(app, 'PUT /api/controllers/:id/scenes/:scene', async (request, { commands, ...body }) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const id = request.params.scene;
    const before = scenes.find(viewer.value, id)?.commands ?? [];
    const bound = bindCommands(commands, before, viewer.value);
    if (!bound.ok) return bound;
    const scene = v.safeParse(sceneSchema, { id, ...body, commands: bound.value });
    if (!scene.success) return NO_SCENE_ID;
    const put = scenes.put(viewer.value, scene.output);
    return put.ok ? scenes.saved(viewer.value.screen.controller) : put;
  });

  serve(app, 'DELETE /api/controllers/:id/scenes/:scene', async (request) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    if (!scenes.remove(viewer.value, request.params.scene)) return NO_SCENE;
    return scenes.saved(viewer.value.screen.controller);
  });
}

/**
 * Binds commands to what their devices are now. One whose device is not there, or is another one now, stays as it is in the scene: it has
 * gone, and may come back. The detail of a refusal names the first command that its device does not take.
 */
function bindCommands(
  commands: SceneBody['commands'],
  before: readonly SceneCommand[],
  { device: find }: CommandViewer
): Result<SceneCommand[]> {
  const bound: SceneCommand[] = [];
  const all: { readonly device: number; readonly prepared: PreparedCommand }[] = [];
  for (const [index, command] of commands.entries()) {
    const device = find(command.device);
    const detail = { index, device: command.device };
    if (!device || !isModelOf(command.model, device)) {
      if (!before.some((each) => isSame(each, command)))
        return fail('not-found', 'The home has no such device.', detail);
      bound.push(command);
      continue;
    }
    const prepared = prepareCommand(device, command);
    if (!prepared.ok) return { ok: false, error: { ...prepared.error, detail } };
    all.push({ device: device.id, prepared: prepared.value });
    bound.push({ device: device.id, ...prepared.value.call, model: modelOf(device) });
  }
  return hasRepeats(all) ? REPEATED : succeed(bound);
}

const NO_SCENE_ID = fail('bad-request', 'The id of a scene is 1 to 64 letters, digits, "-" and "_".');
