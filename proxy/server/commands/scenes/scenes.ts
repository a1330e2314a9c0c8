import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device } from '#shared/home';
import { isModelOf, renameModels } from '#shared/model';
import { MAX_SCENES, sceneSchema, type Scene } from '#shared/scenes';
import { onOtherDevices, type ControllerEvent, type HomeListener } from '../../home/live/home-listener';
import { listMessages } from '../../home/live/list-messages';
import { type LiveList, MAX_LIST_LENGTH, StoredLists } from '../../home/live/lists';
import { type CommandViewer } from '../../home/live/viewer';

/** Error for a scene that is not there, or that a screen may not see. */
export const NO_SCENE = fail('not-found', 'There is no such scene.');

/** A scene as it is stored. `user`: who stored it last. */
const storedSceneSchema = v.object({ ...sceneSchema.entries, user: v.exactOptional(v.string()) });

/** Schema of the file with a controller's scenes. */
export const storedScenesSchema = v.object({ controller: v.string(), scenes: v.array(storedSceneSchema) });
type StoredScenes = v.InferOutput<typeof storedScenesSchema>;

/** The scenes of each controller. Its screens share them as far as their users have the same devices. */
export class Scenes extends StoredLists<StoredScenes> implements HomeListener, LiveList {
  readonly name = 'scenes';
  /** The messages for screens that see all scenes of a list. */
  readonly #messages = new WeakMap<StoredScenes, readonly Buffer[]>();

  /** A scene by its id; undefined if a screen may not see it. */
  find(viewer: CommandViewer, id: string): Scene | undefined {
    return this.seenBy(viewer).find((scene) => scene.id === id);
  }

  /**
   * Adds a scene of a screen, or replaces the one with its id. Fails with `not-found` if the screen may not see that one, and with
   * `list-full` if there are too many.
   */
  put(viewer: CommandViewer, scene: Scene): Result<null, 'list-full' | 'not-found'> {
    const { controller, user } = viewer.screen;
    const { scenes } = this.#of(controller);
    const place = scenes.findIndex(({ id }) => id === scene.id);
    const isNew = place < 0;
    if (!isNew && !this.find(viewer, scene.id)) return NO_SCENE;
    if (isNew && scenes.length >= MAX_SCENES)
      return fail('list-full', `A controller has at most ${MAX_SCENES} scenes.`);
    const stored = { ...scene, user };
    const after = { controller, scenes: isNew ? [...scenes, stored] : scenes.with(place, stored) };
    if (JSON.stringify(after).length > MAX_LIST_LENGTH)
      return fail('list-full', 'The scenes of a controller are too long.');
    this.keep(after);
    return succeed(null);
  }

  /** Removes a scene. Returns whether the screen saw it. */
  remove(viewer: CommandViewer, id: string): boolean {
    if (!this.find(viewer, id)) return false;
    const { controller, scenes } = this.#of(viewer.screen.controller);
    this.keep({ controller, scenes: scenes.filter((scene) => scene.id !== id) });
    return true;
  }

  receive(event: ControllerEvent) {
    return onOtherDevices(event, ({ controller }, devices) => this.observe(controller, devices));
  }

  /** Replaces the models that commit e89340d2 stored, where the devices of a whole list are still the same ones. */
  observe(controller: string, devices: readonly Device[]) {
    const { scenes } = this.#of(controller);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const renamed = scenes.map((scene) => {
      const commands = renameModels(scene.commands, (id) => byId.get(id));
      return commands === scene.commands ? scene : { ...scene, commands };
    });
    if (renamed.some((scene, at) => scene !== scenes[at])) this.keep({ controller, scenes: renamed });
  }

  /** Deletes all scenes of a removed controller. Resolves with whether nothing of them is on the disk. */
  forget(controller: string): Promise<boolean> {
    return this.drop({ controller });
  }

  /**
   * The scenes that a screen may see, run and change: those whose devices are all in its user's home and in its rooms. A screen without
   * limits sees its own user's scenes also if a device has gone.
   */
  seenBy({ screen, device }: CommandViewer): readonly Scene[] {
    const isOwn = (user: string | undefined) => screen.rights.rooms === null && user === screen.user;
    return this.#of(screen.controller)
      .scenes.filter(
        ({ user, commands }) =>
          isOwn(user) || commands.every((command) => isModelOf(command.model, device(command.device)))
      )
      .map(({ user: _, ...scene }) => scene);
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const stored = this.#of(viewer.screen.controller);
    const seen = this.seenBy(viewer);
    if (seen.length < stored.scenes.length) return listMessages('scenes', seen);
    const messages = this.#messages.get(stored) ?? listMessages('scenes', seen);
    this.#messages.set(stored, messages);
    return messages;
  }

  #of(controller: string): StoredScenes {
    return this.stored({ controller }) ?? { controller, scenes: [] };
  }
}
