import type { FastifyInstance } from 'fastify';
import type { Clock } from '#shared/clock';
import { fail } from '#shared/errors';
import type { Device } from '#shared/home';
import { EMPTY_LAYOUT, MAX_PUT_OFF, type Layout } from '#shared/layout';
import { mergeLayout } from '#shared/layout-changes';
import { modelOf } from '#shared/model';
import type { SealedFiles } from '../../base/store/sealed-files';
import { screenOf } from '../../household/requests';
import { dependsOnHome, limitLayout } from '../../household/rights';
import { serve } from '../../http/serve';
import { onOtherDevices, userKey, type ControllerEvent, type HomeListener } from '../live/home-listener';
import type { HomeHousehold } from '../live/homes';
import { type LiveList, StoredLists } from '../live/lists';
import { type HomeViewer, viewerOf } from '../live/viewer';
import { encode } from '../live/watched-home';
import { bindLayout, renameLayoutModels, type StoredLayout } from './stored-layouts';

/** The layout of each user of each controller. All screens of a user share it. */
export class Layouts extends StoredLists<StoredLayout> implements HomeListener, LiveList {
  readonly name = 'layouts';
  readonly #clock: Clock;
  /** The models of the devices in each user's last list, by id. */
  readonly #models = new Map<string, ReadonlyMap<number, string>>();

  constructor(files: SealedFiles<StoredLayout>, clock: Clock) {
    super(files);
    this.#clock = clock;
  }

  /** A user's layout; an empty one if none is stored. */
  get(controller: string, user: string): Layout {
    return this.stored({ controller, user })?.layout ?? EMPTY_LAYOUT;
  }

  /** Replaces a user's layout. */
  put(controller: string, user: string, layout: Layout) {
    this.keep(this.#bind({ ...this.stored({ controller, user }), controller, user, layout }));
  }

  receive(event: ControllerEvent) {
    return onOtherDevices(event, ({ controller, user }, devices) => this.observe(controller, user, devices));
  }

  /**
   * Binds a user's layout to the devices of a whole list, as `bindLayout` does. An empty list is passed over: a controller that starts may
   * answer so.
   */
  observe(controller: string, user: string, devices: readonly Device[]) {
    if (devices.length === 0) return;
    const models = new Map(devices.map((device) => [device.id, modelOf(device)]));
    this.#models.set(userKey({ controller, user }), models);
    const stored = this.stored({ controller, user });
    const bound = stored && this.#bind(renameLayoutModels(stored, devices));
    if (bound && bound !== stored) this.keep(bound);
  }

  #bind(stored: StoredLayout): StoredLayout {
    const models = this.#models.get(userKey(stored));
    return models ? bindLayout(stored, models, this.#clock.now()) : stored;
  }

  /** Deletes the layout of a removed user. Resolves with whether nothing of it is on the disk. */
  forget(controller: string, user: string): Promise<boolean> {
    this.#models.delete(userKey({ controller, user }));
    return this.drop({ controller, user });
  }

  /** Deletes the layouts of all users of a removed controller, in the same way. */
  forgetHome(controller: string): Promise<boolean> {
    const prefix = userKey({ controller, user: '' });
    for (const key of this.#models.keys()) if (key.startsWith(prefix)) this.#models.delete(key);
    return this.dropAllOf(controller);
  }

  whole({ screen: { controller, user, rights }, home }: HomeViewer): readonly Buffer[] {
    const layout = this.get(controller, user);
    return [encode({ type: 'layout', layout: limitLayout(layout, rights.rooms, home) })];
  }
}

/** Maximum size of a layout, in bytes of JSON. */
const MAX_BYTES = 64 * 1024;

/** Registers the routes that read and change the layout of a user. */
export function registerLayouts(app: FastifyInstance, house: HomeHousehold & { readonly layouts: Layouts }) {
  const { layouts } = house;
  serve(app, 'GET /api/controllers/:id/layout', async (request) => {
    const { controller, user, rights } = screenOf(request);
    if (!dependsOnHome(rights)) return layouts.get(controller, user);
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    return limitLayout(layouts.get(controller, user), viewer.value.screen.rights.rooms, viewer.value.home);
  });

  serve(app, 'PUT /api/controllers/:id/layout', async (request, body) => {
    const { controller, user } = screenOf(request);
    const layout = mergeLayout(layouts.get(controller, user), body);
    if (Buffer.byteLength(JSON.stringify(layout)) > MAX_BYTES)
      return fail('too-large', 'Merged with the stored layout, this one is too large.');
    if (Object.keys(layout.putOff ?? {}).length > MAX_PUT_OFF)
      return fail('list-full', 'Too much is put off.');
    layouts.put(controller, user, layout);
    await layouts.saved({ controller, user });
    return true;
  });
}
