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
import { sceneOf, type StoredScenes } from './stored-scenes';

/** The scenes of each controller. Its screens share them as far as their users have the same devices. Each controller has its own file. */
export class Scenes implements HomeListener, LiveList {
  readonly name = 'scenes';
  readonly #files: SealedFiles<StoredScenes>;
  readonly #changed = new Emitter<ListChange>();
  readonly #byController = new Map<string, StoredScenes>();
  /** By controller: the messages for screens that see all of its scenes. */
  readonly #messages = new Map<string, readonly Buffer[]>();

  constructor(files: SealedFiles<StoredScenes>) {
    this.#files = files;
  }

  /** Loads all scenes. Must be awaited once, before any other call. Writes nothing. */
  async load() {
    for (const stored of await this.#files.readAll()) this.#byController.set(stored.controller, stored);
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
    const { scenes } = this.#of(controller);
    const place = scenes.findIndex(({ id }) => id === scene.id);
    const isNew = place < 0;
    if (!isNew && !this.find(viewer, scene.id)) return fail('not-found', 'There is no such scene.');
    if (isNew && scenes.length >= MAX_SCENES)
      return fail('list-full', `A controller has at most ${MAX_SCENES} scenes.`);
    const stored = { ...scene, user };
    const after = { controller, scenes: isNew ? [...scenes, stored] : scenes.with(place, stored) };
    if (JSON.stringify(after).length > MAX_LIST_LENGTH)
      return fail('list-full', 'The scenes of a controller are too long.');
    this.#keep(after);
    return succeed(null);
  }

  /** Removes a scene. Returns whether the screen saw it. */
  remove(viewer: CommandViewer, id: string): boolean {
    if (!this.find(viewer, id)) return false;
    const { controller, scenes } = this.#of(viewer.screen.controller);
    this.#keep({ controller, scenes: scenes.filter((scene) => scene.id !== id) });
    return true;
  }

  receive(event: ControllerEvent) {
    if (!mayHaveOtherDevices(event)) return undefined;
    const { controller, home } = event;
    return setImmediate().then(() => this.observe(controller, home.journal.home.devices));
  }

  /** Replaces the models that commit e89340d2 stored, where the devices of a whole list are still the same ones. */
  observe(controller: string, devices: readonly Device[]) {
    const { scenes } = this.#of(controller);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const renamed = scenes.map((scene) => {
      const commands = renameModels(scene.commands, (id) => byId.get(id));
      return commands === scene.commands ? scene : { ...scene, commands };
    });
    if (renamed.some((scene, at) => scene !== scenes[at])) this.#keep({ controller, scenes: renamed });
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
    const isOwn = (user: string | undefined) => screen.rights.rooms === null && user === screen.user;
    return this.#of(screen.controller)
      .scenes.filter(
        ({ user, commands }) =>
          isOwn(user) || commands.every((command) => isModelOf(command.model, device(command.device)))
      )
      .map(sceneOf);
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    const { controller } = viewer.screen;
    const seen = this.seenBy(viewer);
    if (seen.length < this.#of(controller).scenes.length) return listMessages('scenes', seen);
    const messages = this.#messages.get(controller) ?? listMessages('scenes', seen);
    this.#messages.set(controller, messages);
    return messages;
  }

  onChange(listener: (change: ListChange) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  #of(controller: string): StoredScenes {
    return this.#byController.get(controller) ?? { controller, scenes: [] };
  }

  #keep(stored: StoredScenes) {
    const { controller } = stored;
    this.#byController.set(controller, stored);
    this.#messages.delete(controller);
    this.#files.file(controller).write(stored);
    this.#changed.emit({ controller });
  }
}
