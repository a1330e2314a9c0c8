import { Emitter } from '#shared/emitter';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device, Touch } from '#shared/home';
import { isModelOf, modelOf } from '#shared/model';
import { MAX_TOUCH_RULES } from '#shared/touch';
import type { CommandViewer, ListChange, LiveList } from '../live/command-messages';
import { encode } from '../live/watched-home';
import type { SealedFiles } from '../store/sealed-files';
import type { StoredTouch } from './stored-touch';

/**
 * The devices of each controller that ask before a touch sends a command, and those that only show their state. All screens of a
 * controller share them. Each controller has its own file. A rule applies only while its device is still the model that it was chosen for.
 */
export class TouchRules implements LiveList {
  readonly #files: SealedFiles<StoredTouch>;
  readonly #changed = new Emitter<ListChange>();
  readonly #byController = new Map<string, StoredTouch>();

  constructor(files: SealedFiles<StoredTouch>) {
    this.#files = files;
  }

  /** Loads all rules. Must be awaited once, before any other call. Writes nothing. */
  async load() {
    for (const stored of await this.#files.readAll()) this.#byController.set(stored.controller, stored);
  }

  /** Whether a device takes no command from any sender. */
  isShowOnly(controller: string, device: Device | undefined): boolean {
    return device !== undefined && this.#of(controller, device) === 'show';
  }

  /** Returns a function that finds the devices of a screen that take commands. */
  commandable({ screen, device }: CommandViewer): (id: number) => Device | undefined {
    return (id) => {
      const found = device(id);
      return this.isShowOnly(screen.controller, found) ? undefined : found;
    };
  }

  /** Sets the rule of a device; null removes it. Fails with `list-full` if there are too many. */
  put(controller: string, device: Device, touch: Touch | null): Result<null, 'list-full'> {
    const stored = this.#byController.get(controller) ?? { controller, devices: {} };
    const { [device.id]: before, ...others } = stored.devices;
    if (touch && !before && Object.keys(others).length >= MAX_TOUCH_RULES)
      return fail('list-full', `A controller has at most ${MAX_TOUCH_RULES} devices with a rule of touch.`);
    const rule = touch && { touch, model: modelOf(device) };
    this.#keep({ ...stored, devices: { ...others, ...(rule && { [device.id]: rule }) } });
    return succeed(null);
  }

  /** Removes all rules of a removed controller. */
  forget(controller: string) {
    if (this.#byController.has(controller)) this.#keep({ controller, devices: {} });
  }

  /** Ids of the controllers that have rules. */
  get controllers(): string[] {
    return [...this.#byController.values()].flatMap(({ controller, devices }) =>
      Object.keys(devices).length > 0 ? [controller] : []
    );
  }

  /** Resolves once the rules of a controller are on the disk, or with false if that failed. */
  saved(controller: string): Promise<boolean> {
    return this.#files.file(controller).flush();
  }

  whole({ screen: { controller }, device }: CommandViewer): readonly Buffer[] {
    const ids = Object.keys(this.#byController.get(controller)?.devices ?? {});
    const seen = ids.flatMap((id) => {
      const found = device(Number(id));
      const touch = found && this.#of(controller, found);
      return touch ? [[id, touch] as const] : [];
    });
    return [encode({ type: 'touch', touch: Object.fromEntries(seen) })];
  }

  onChange(listener: (change: ListChange) => void): () => void {
    return this.#changed.subscribe(listener);
  }

  #of(controller: string, device: Device): Touch | undefined {
    const rule = this.#byController.get(controller)?.devices[device.id];
    return rule && isModelOf(rule.model, device) ? rule.touch : undefined;
  }

  #keep(stored: StoredTouch) {
    this.#byController.set(stored.controller, stored);
    this.#files.file(stored.controller).write(stored);
    this.#changed.emit(stored);
  }
}
