import type { FastifyInstance, FastifyRequest } from 'fastify';
import { prepareCommand } from '#shared/commands/prepare-command';
import { fail, succeed, type Result } from '#shared/errors';
import { EMPTY_HOME, type Home } from '#shared/home';
import { isModelOf, modelOf } from '#shared/model';
import { sceneSchema, type SceneBody, type SceneCommand } from '#shared/scenes';
import * as v from 'valibot';
import { screenOf } from '../access/access-control';
import { dependsOnHome, limitHome } from '../access/rights';
import { NOT_KEPT } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import { refuseCall, type CallResult } from '../controllers/failure';
import { refuse } from '../http/errors';
import { serve } from '../http/serve';
import type { Scenes } from './scenes';

/** What the routes of scenes depend on. */
interface SceneRouteDeps {
  readonly scenes: Scenes;
  readonly screens: Pick<Screens, 'admit'>;
  /** The current home of a user. */
  readonly home: (controller: string, user: string) => Promise<CallResult<Home>>;
}

/** Registers the routes that read and change the scenes of a controller. Screens run scenes by frames: see `CommandInbox`. */
export function registerScenes(app: FastifyInstance, { scenes, screens, home }: SceneRouteDeps) {
  serve(app, 'GET /api/controllers/:id/scenes', async (request, reply) => {
    const { id, controller, user, rights } = screenOf(request);
    const known = dependsOnHome(rights) ? await home(controller, user) : succeed(EMPTY_HOME);
    // The screen may have been ended, locked or limited while the home was read.
    const screen = screens.admit(id);
    if (!screen.ok) return refuse(reply, screen.error);
    if (dependsOnHome(screen.value.rights) && !known.ok) return refuseCall(reply, known.error);
    const { devices } = limitHome(known.ok ? known.value : EMPTY_HOME, screen.value.rights.rooms);
    const device = (of: number) => devices.find((each) => each.id === of);
    return { scenes: scenes.seenBy({ screen: screen.value, device }) };
  });

  serve(
    app,
    'PUT /api/controllers/:id/scenes/:scene',
    async (request: RequestOf<'scene'>, reply, { commands, ...body }) => {
      const { id, controller, user } = screenOf(request);
      const known = await home(controller, user);
      if (!known.ok) return refuseCall(reply, known.error);
      const admitted = screens.admit(id);
      if (!admitted.ok) return refuse(reply, admitted.error);
      const bound = bindCommands(commands, known.value);
      if (!bound.ok) return refuse(reply, bound.error);
      const scene = v.safeParse(sceneSchema, { id: request.params.scene, ...body, commands: bound.value });
      if (!scene.success) return refuse(reply, NO_SCENE_ID.error);
      const put = scenes.put(controller, scene.output);
      if (!put.ok) return refuse(reply, put.error);
      return (await scenes.saved(controller)) ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
    }
  );

  serve(app, 'DELETE /api/controllers/:id/scenes/:scene', async (request: RequestOf<'scene'>, reply) => {
    const { controller } = screenOf(request);
    if (!scenes.remove(controller, request.params.scene)) return refuse(reply, NO_SCENE.error);
    return (await scenes.saved(controller)) ? reply.code(204).send() : refuse(reply, NOT_KEPT.error);
  });
}

type RequestOf<Parameter extends string> = FastifyRequest<{ Params: Record<Parameter, string> }>;

/**
 * Binds commands to what their devices are now. One that is meant for another device than the one with its id now stays: its device has
 * gone, and may come back. The detail of a refusal names the first command that its device does not take.
 */
function bindCommands(commands: SceneBody['commands'], { devices }: Home): Result<SceneCommand[]> {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const bound: SceneCommand[] = [];
  for (const [index, command] of commands.entries()) {
    const device = byId.get(command.device);
    const isElsewhere = command.model !== undefined && !isModelOf(command.model, device);
    if (isElsewhere) {
      bound.push(command);
      continue;
    }
    const detail = { index, device: command.device };
    if (!device) return fail('not-found', 'The home has no such device.', detail);
    const prepared = prepareCommand(device, command);
    if (!prepared.ok) return { ok: false, error: { ...prepared.error, detail } };
    bound.push({ device: device.id, ...prepared.value.call, model: modelOf(device) });
  }
  return succeed(bound);
}

const NO_SCENE = fail('not-found', 'There is no such scene.');
const NO_SCENE_ID = fail('bad-request', 'The id of a scene is 1 to 64 letters, digits, "-" and "_".');
