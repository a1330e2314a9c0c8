import { setImmediate } from 'node:timers/promises';
import { Emitter } from '#shared/emitter';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device } from '#shared/home';
import { isModelOf, renameModels } from '#shared/model';
import { MAX_SCENES, type Scene } from '#shared/scenes';
import type { CommandViewer, ListChange, LiveList } from '../live/command-messages';
import { mayHaveOtherDevices, type ControllerEvent, type HomeListener } from '../live/home-listener';
import { listMessages, MAX_LIST_LENGTH } from '../live/list-messages';
import type { SealedFiles } from '../store/sealed-files';
import { scenesOf, usersOf, withoutScene, withScene, type StoredScenes } from './stored-scenes';

/** What this version reads of a controller's scenes. */
interface ReadScenes {
  readonly scenes: readonly Scene[];
  readonly users: ReadonlyMap<string, string | undefined>;
  /** The messages for screens that see all of them. */
  messages?: readonly Buffer[];
}

/** The scenes of each controller. Its screens share them as far as their users have the same devices. Each controller has its own file. */
export class Scenes implements HomeListener, LiveList {
  readonly name = 'scenes';
  readonly #files: SealedFiles<StoredScenes>;
  readonly #changed = new Emitter<ListChange>();
  readonly #byController = new Map<string, StoredScenes>();
  readonly #read = new Map<string, ReadScenes>();

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
    const stored = this.#byController.get(controller) ?? { controller, scenes: [] };
    const isNew = !stored.scenes.some(({ id }) => id === scene.id);
    if (!isNew && !this.find(viewer, scene.id)) return fail('not-found', 'There is no such scene.');
    if (isNew && stored.scenes.length >= MAX_SCENES)
      return fail('list-full', `A controller has at most ${MAX_SCENES} scenes.`);
    const after = withScene(stored, scene, user);
    if (JSON.stringify(after).length > MAX_LIST_LENGTH)
      return fail('list-full', 'The scenes of a controller are too long.');
    this.#keep(after);
    return succeed(null);
  }

  /** Removes a scene. Returns whether the screen saw it. */
  remove(viewer: CommandViewer, id: string): boolean {
    const stored = this.#byController.get(viewer.screen.controller);
    if (!stored || !this.find(viewer, id)) return false;
    this.#keep(withoutScene(stored, id));
    return true;
  }

  receive(event: ControllerEvent) {
    if (!mayHaveOtherDevices(event)) return undefined;
    const { controller, home } = event;
    return setImmediate().then(() => this.observe(controller, home.journal.home.devices));
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
    if (renamed.length > 0) this.#keep(renamed.reduce((all, scene) => withScene(all, scene), stored));
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

  /**
   * The scenes that a screen may see, run and change: those whose devices are all in its user's home and in its rooms. A screen without
   * limits sees its own user's scenes also if a device has gone.
   */
  seenBy({ screen, device }: CommandViewer): readonly Scene[] {
    const { scenes, users } = this.#known(screen.controller);
    const isOwn = (id: string) => screen.rights.rooms === null && users.get(id) === screen.user;
    const seen = scenes.filter(
      ({ id, commands }) =>
        isOwn(id) || commands.every((command) => isModelOf(command.model, device(command.device)))
    );
    return seen.length < scenes.length ? seen : scenes;
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const known = this.#known(viewer.screen.controller);
    const seen = this.seenBy(viewer);
    return seen === known.scenes
      ? (known.messages ??= listMessages('scenes', known.scenes))
      : listMessages('scenes', seen);
  }

  onChange(listener: (change: ListChange) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  #known(controller: string): ReadScenes {
    const stored = this.#byController.get(controller) ?? { controller, scenes: [] };
    const known = this.#read.get(controller) ?? { scenes: scenesOf(stored), users: usersOf(stored) };
    this.#read.set(controller, known);
    return known;
  }

  #keep(stored: StoredScenes) {
    const { controller } = stored;
    this.#byController.set(controller, stored);
    this.#read.delete(controller);
    this.#files.file(controller).write(stored);
    this.#changed.emit({ controller });
  }
}
