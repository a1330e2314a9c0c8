import { Emitter } from '#shared/emitter';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device } from '#shared/home';
import { isModelOf, renameModels } from '#shared/model';
import { MAX_SCENES, type Scene } from '#shared/scenes';
import type { CommandViewer, LiveList } from '../live/command-messages';
import { listMessages } from '../live/list-messages';
import type { SealedFiles } from '../store/sealed-files';
import { scenesOf, withoutScene, withScene, type StoredScenes } from './stored-scenes';

/** The scenes of each controller. All screens of a controller share them, and each controller has its own file. */
export class Scenes implements LiveList {
  readonly #files: SealedFiles<StoredScenes>;
  readonly #changed = new Emitter<string>();
  readonly #byController = new Map<string, StoredScenes>();
  /** What this version reads of them, by controller, with the messages for screens without limits. */
  readonly #read = new Map<string, { readonly scenes: readonly Scene[]; messages?: readonly Buffer[] }>();

  constructor(files: SealedFiles<StoredScenes>) {
    this.#files = files;
  }

  /** Loads all scenes. Must be awaited once, before any other call. Writes nothing. */
  async load() {
    for (const stored of await this.#files.readAll()) this.#byController.set(stored.controller, stored);
  }

  /** The scenes of a controller, in the order in which they were made. */
  list(controller: string): readonly Scene[] {
    return this.#known(controller).scenes;
  }

  /** A scene by its id. */
  find(controller: string, id: string): Scene | undefined {
    return this.list(controller).find((scene) => scene.id === id);
  }

  /** Adds a scene, or replaces the one with its id. Fails with `list-full` if there are too many. */
  put(controller: string, scene: Scene): Result<null, 'list-full'> {
    const stored = this.#byController.get(controller) ?? { controller, scenes: [] };
    const isNew = !stored.scenes.some(({ id }) => id === scene.id);
    if (isNew && stored.scenes.length >= MAX_SCENES)
      return fail('list-full', `A controller has at most ${MAX_SCENES} scenes.`);
    this.#keep(withScene(stored, scene));
    return succeed(null);
  }

  /** Removes a scene. Returns whether it was there. */
  remove(controller: string, id: string): boolean {
    const stored = this.#byController.get(controller);
    if (!stored?.scenes.some((scene) => scene.id === id)) return false;
    this.#keep(withoutScene(stored, id));
    return true;
  }

  /** Replaces the models that earlier versions stored, where the devices of a whole list are still the same ones. */
  observe(controller: string, devices: readonly Device[]) {
    const stored = this.#byController.get(controller);
    if (!stored) return;
    const byId = new Map(devices.map((device) => [device.id, device]));
    const renamed = this.list(controller).flatMap((scene) => {
      const commands = renameModels(scene.commands, (id) => byId.get(id));
      return commands === scene.commands ? [] : [{ ...scene, commands }];
    });
    if (renamed.length > 0) this.#keep(renamed.reduce(withScene, stored));
  }

  /** Removes all scenes of a removed controller. */
  forget(controller: string) {
    if (this.#byController.has(controller)) this.#keep({ controller, scenes: [] });
  }

  /** Ids of the controllers that have scenes. */
  get controllers(): string[] {
    return [...this.#byController.values()].flatMap(({ controller, scenes }) =>
      scenes.length > 0 ? [controller] : []
    );
  }

  /** Resolves once the scenes of a controller are on the disk, or with false if that failed. */
  saved(controller: string): Promise<boolean> {
    return this.#files.file(controller).flush();
  }

  /** The scenes that a screen may see and run: all, or those whose devices are all in its rooms. */
  seenBy({ screen, device }: CommandViewer): readonly Scene[] {
    const scenes = this.list(screen.controller);
    return screen.rights.rooms === null
      ? scenes
      : scenes.filter(({ commands }) =>
          commands.every((command) => isModelOf(command.model, device(command.device)))
        );
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const { screen } = viewer;
    if (screen.rights.rooms !== null) return listMessages('scenes', this.seenBy(viewer));
    const known = this.#known(screen.controller);
    return (known.messages ??= listMessages('scenes', known.scenes));
  }

  onChange(listener: (controller: string) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  #known(controller: string) {
    const stored = this.#byController.get(controller);
    const known = this.#read.get(controller) ?? { scenes: stored ? scenesOf(stored) : [] };
    this.#read.set(controller, known);
    return known;
  }

  #keep(stored: StoredScenes) {
    const { controller } = stored;
    this.#byController.set(controller, stored);
    this.#read.delete(controller);
    this.#files.file(controller).write(stored);
    this.#changed.emit(controller);
  }
}
