import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { isModelOf } from '#shared/model';
import { MAX_SCENES, sceneSchema, type Scene } from '#shared/scenes';
import { listMessages } from '../../home/live/list-messages';
import { type LiveList, MAX_LIST_LENGTH, StoredLists } from '../../home/live/lists';
import { type CommandViewer } from '../../home/live/viewer';

/** Error for a scene that is not there, or that a screen may not see. */
export const NO_SCENE = fail('not-found', 'There is no such scene.');

/** Schema of the file with a controller's scenes. */
export const storedScenesSchema = v.object({ controller: v.string(), scenes: v.array(sceneSchema) });
type StoredScenes = v.InferOutput<typeof storedScenesSchema>;

/** The scenes of each controller. Its screens share them as far as they see the devices. */
export class Scenes extends StoredLists<StoredScenes> implements LiveList {
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
    const { controller } = viewer.screen;
    const { scenes } = this.#of(controller);
    const place = scenes.findIndex(({ id }) => id === scene.id);
    const isNew = place < 0;
    if (!isNew && !this.find(viewer, scene.id)) return NO_SCENE;
    if (isNew && scenes.length >= MAX_SCENES)
      return fail('list-full', `A controller has at most ${MAX_SCENES} scenes.`);
    const after = { controller, scenes: isNew ? [...scenes, scene] : scenes.with(place, scene) };
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

  /**
   * The scenes that a screen may see, run and change: those whose devices are all in its rooms. A screen with the whole home sees all of them,
   * also if a device has gone.
   */
  seenBy({ screen, device }: CommandViewer): readonly Scene[] {
    const { scenes } = this.#of(screen.controller);
    if (screen.rights.rooms === null) return scenes;
    return scenes.filter(({ commands }) =>
      commands.every((command) => isModelOf(command.model, device(command.device)))
    );
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
    return this.stored(controller) ?? { controller, scenes: [] };
  }
}
