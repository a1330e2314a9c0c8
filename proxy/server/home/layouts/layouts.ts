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
import { onOtherDevices, type ControllerEvent, type HomeListener } from '../live/home-listener';
import type { HomeHousehold } from '../live/homes';
import { type LiveList, StoredLists } from '../live/lists';
import { type HomeViewer, viewerOf } from '../live/viewer';
import { encode } from '../live/watched-home';
import { bindLayout, type StoredLayout } from './stored-layouts';

/** The layout of each home. All its screens share it. */
export class Layouts extends StoredLists<StoredLayout> implements HomeListener, LiveList {
  readonly name = 'layouts';
  readonly #clock: Clock;
  /** The models of the devices in each home's last list, by id. */
  readonly #models = new Map<string, ReadonlyMap<number, string>>();

  constructor(files: SealedFiles<StoredLayout>, clock: Clock) {
    super(files);
    this.#clock = clock;
  }

  /** The layout of a home; an empty one if none is stored. */
  get(controller: string): Layout {
    return this.stored(controller)?.layout ?? EMPTY_LAYOUT;
  }

  /** Replaces the layout of a home. */
  put(controller: string, layout: Layout) {
    this.keep(this.#bind({ ...this.stored(controller), controller, layout }));
  }

  receive(event: ControllerEvent) {
    return onOtherDevices(event, (controller, devices) => this.observe(controller, devices));
  }

  /**
   * Binds the layout of a home to the devices of a whole list, as `bindLayout` does. An empty list is passed over: a controller that starts may
   * answer so.
   */
  observe(controller: string, devices: readonly Device[]) {
    if (devices.length === 0) return;
    const models = new Map(devices.map((device) => [device.id, modelOf(device)]));
    this.#models.set(controller, models);
    const stored = this.stored(controller);
    const bound = stored && this.#bind(stored);
    if (bound && bound !== stored) this.keep(bound);
  }

  #bind(stored: StoredLayout): StoredLayout {
    const models = this.#models.get(stored.controller);
    return models ? bindLayout(stored, models, this.#clock.now()) : stored;
  }

  override forget(controller: string): Promise<boolean> {
    this.#models.delete(controller);
    return super.forget(controller);
  }

  whole({ screen: { controller, rights }, home }: HomeViewer): readonly Buffer[] {
    const layout = this.get(controller);
    return [encode({ type: 'layout', layout: limitLayout(layout, rights.rooms, home) })];
  }
}

/** Maximum size of a layout, in bytes of JSON. */
const MAX_BYTES = 64 * 1024;

/** Registers the routes that read and change the layout of a home. */
export function registerLayouts(app: FastifyInstance, house: HomeHousehold & { readonly layouts: Layouts }) {
  const { layouts } = house;
  serve(app, 'GET /api/controllers/:id/layout', async (request) => {
    const { controller, rights } = screenOf(request);
    if (!dependsOnHome(rights)) return layouts.get(controller);
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    return limitLayout(layouts.get(controller), viewer.value.screen.rights.rooms, viewer.value.home);
  });

  serve(app, 'PUT /api/controllers/:id/layout', async (request, body) => {
    const { controller } = screenOf(request);
    const layout = mergeLayout(layouts.get(controller), body);
    if (Buffer.byteLength(JSON.stringify(layout)) > MAX_BYTES)
      return fail('too-large', 'Merged with the stored layout, this one is too large.');
    if (Object.keys(layout.putOff ?? {}).length > MAX_PUT_OFF)
      return fail('list-full', 'Too much is put off.');
    layouts.put(controller, layout);
    await layouts.saved(controller);
    return true;
  });
}
