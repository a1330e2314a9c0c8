import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { screenOf } from '../access/access-control';
import { dependsOnHome, limitLayout } from '../access/rights';
import { refuseCall } from '../controllers/failure';
import type { HomeViewer, ListChange, LiveList } from '../live/command-messages';
import { mayHaveOtherDevices, type ControllerEvent, type HomeListener } from '../live/home-listener';
import { encode } from '../live/watched-home';
import type { HomeHousehold } from '../live/homes';
import { viewerOf } from '../live/viewer';
import { refuse } from '../http/errors';
import { serve } from '../http/serve';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import type { Device } from '#shared/home';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { modelOf } from '#shared/model';
import type { SealedFiles } from '../store/sealed-files';
import { bindLayout, renameLayoutModels, type StoredLayout } from './stored-layouts';

/** What layouts depend on. */
interface LayoutsDeps {
  readonly files: SealedFiles<StoredLayout>;
  readonly clock: Clock;
}

/** The layout of each user of each controller. All screens of a user share it, and each layout has its own file. */
export class Layouts implements HomeListener, LiveList {
  readonly name = 'layouts';
  readonly #deps: LayoutsDeps;
  readonly #changed = new Emitter<ListChange>();
  readonly #byKey = new Map<string, StoredLayout>();
  /** The models of the devices in each user's last list, by id. */
  readonly #models = new Map<string, ReadonlyMap<number, string>>();

  constructor(deps: LayoutsDeps) {
    this.#deps = deps;
  }

  /** Loads all layouts. Must be awaited once, before any other call. Writes nothing. */
  async load() {
    for (const stored of await this.#deps.files.readAll()) this.#byKey.set(keyOf(stored), stored);
  }

  /** A user's layout; an empty one if none is stored. */
  get(controller: string, user: string): Layout {
    return this.#byKey.get(keyOf({ controller, user }))?.layout ?? EMPTY_LAYOUT;
  }

  /** Replaces a user's layout. The last writer wins. */
  put(controller: string, user: string, layout: Layout) {
    const key = keyOf({ controller, user });
    this.#keep(this.#bind({ ...this.#byKey.get(key), controller, user, layout }));
  }

  /** Binds behind the messages of a reading, in a turn of its own: a home may have ten thousand devices. */
  receive(event: ControllerEvent) {
    if (!mayHaveOtherDevices(event)) return undefined;
    const { controller, user, home } = event;
    return setImmediate().then(() => this.observe(controller, user, home.journal.home.devices));
  }

  /**
   * Binds a user's layout to the devices of a whole list, as `bindLayout` does. An empty list is passed over: a controller that starts may
   * answer so.
   */
  observe(controller: string, user: string, devices: readonly Device[]) {
    if (devices.length === 0) return;
    const key = keyOf({ controller, user });
    this.#models.set(key, new Map(devices.map((device) => [device.id, modelOf(device)])));
    const stored = this.#byKey.get(key);
    const bound = stored && this.#bind(renameLayoutModels(stored, devices));
    if (bound && bound !== stored) this.#keep(bound);
  }

  #bind(stored: StoredLayout): StoredLayout {
    const models = this.#models.get(keyOf(stored));
    return models ? bindLayout(stored, models, this.#deps.clock.now()) : stored;
  }

  #keep(stored: StoredLayout) {
    const key = keyOf(stored);
    this.#byKey.set(key, stored);
    this.#deps.files.file(key).write(stored);
    this.#changed.emit(stored);
  }

  /** Clears the layout of a removed user. */
  forget(controller: string, user: string) {
    const key = keyOf({ controller, user });
    if (!this.#byKey.has(key)) return;
    this.#models.delete(key);
    this.#keep({ controller, user, layout: EMPTY_LAYOUT });
  }

  /** Ids of the controllers that have layouts. */
  get controllers(): string[] {
    return [...this.#byKey.values()].map(({ controller }) => controller);
  }

  /** Resolves once all changes are on the disk. */
  async saved() {
    await this.#deps.files.flush();
  }

  whole({ screen: { controller, user, rights }, home }: HomeViewer): readonly Buffer[] {
    const layout = this.get(controller, user);
    return [encode({ type: 'layout', layout: limitLayout(layout, rights.rooms, home) })];
  }

  onChange(listener: (change: ListChange) => void): () => void {
    return this.#changed.subscribe(listener);
  }
}

const keyOf = ({ controller, user }: Pick<StoredLayout, 'controller' | 'user'>) => `${controller} ${user}`;

/** The household with its homes and their layouts. */
interface LayoutHousehold extends HomeHousehold {
  readonly layouts: Layouts;
}

/** Maximum size of a layout, in bytes of JSON. */
const MAX_BYTES = 64 * 1024;

/** Registers the routes that read and change the layout of a user. */
export function registerLayouts(app: FastifyInstance, house: LayoutHousehold) {
  const { layouts } = house;
  serve(app, 'GET /api/controllers/:id/layout', async (request, reply) => {
    const { controller, user, rights } = screenOf(request);
    const layout = layouts.get(controller, user);
    if (!dependsOnHome(rights)) return layout;
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return refuseCall(reply, viewer.error);
    return limitLayout(layouts.get(controller, user), viewer.value.screen.rights.rooms, viewer.value.home);
  });

  serve(app, 'PUT /api/controllers/:id/layout', async (request, reply, body) => {
    const { controller, user } = screenOf(request);
    const layout = { ...layouts.get(controller, user), ...body };
    if (Buffer.byteLength(JSON.stringify(layout)) > MAX_BYTES)
      return refuse(reply, {
        code: 'too-large',
        message: 'Merged with the stored layout, this one is too large.'
      });
    layouts.put(controller, user, layout);
    await layouts.saved();
    return reply.code(204).send();
  });
}
