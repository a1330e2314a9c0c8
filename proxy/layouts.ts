import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import { screenOf } from './access/admission';
import { refuse } from './refusal';
import { routes } from '#shared/wire';
import type { StoredFile } from './store/sealed-file';

/** What a user made of a home (favourites, order, what is hidden): the app's own, which the proxy only keeps. */
const layoutSchema = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
  v.record(v.string(), v.unknown())
);
type Layout = v.InferOutput<typeof layoutSchema>;

/** How the layouts lie on the disk. */
export const storedLayoutsSchema = v.array(
  v.object({ controller: v.string(), user: v.string(), layout: layoutSchema })
);
export type StoredLayouts = v.InferOutput<typeof storedLayoutsSchema>;

/** The layout of each user of each controller, shared by all of that user's screens. */
export class Layouts {
  readonly #file: StoredFile<StoredLayouts>;
  #layouts: StoredLayouts = [];

  constructor(file: StoredFile<StoredLayouts>) {
    this.#file = file;
  }

  /** Reads them; to be awaited once, before anything else. */
  async load() {
    this.#layouts = await this.#file.read();
  }

  /** A user's layout; an empty one where nothing was put. */
  get(controller: string, user: string): Layout {
    return this.#layouts.find((each) => each.controller === controller && each.user === user)?.layout ?? {};
  }

  /** Puts a layout in the old one's place. */
  put(controller: string, user: string, layout: Layout) {
    const others = this.#layouts.filter((each) => each.controller !== controller || each.user !== user);
    this.#keep([...others, { controller, user, layout }]);
  }

  /** A controller is known by another id from now on. */
  rename(from: string, to: string) {
    this.#keep(this.#layouts.map((each) => (each.controller === from ? { ...each, controller: to } : each)));
  }

  #keep(layouts: StoredLayouts) {
    this.#layouts = layouts;
    this.#file.write(layouts);
  }
}

/** Routes by which a user's screens share what the user made of the home. */
export function registerLayouts(app: FastifyInstance, layouts: Layouts) {
  const path = routes.layout(':id');

  app.get(path, { config: { access: 'grant' } }, (request) => {
    const { controller, user } = screenOf(request);
    return layouts.get(controller, user);
  });

  app.put(path, { config: { access: 'grant' } }, (request, reply) => {
    const { controller, user } = screenOf(request);
    const read = v.safeParse(layoutSchema, request.body);
    if (!read.success) return refuse(reply, { code: 'bad-request', message: 'A layout is a JSON object.' });
    layouts.put(controller, user, read.output);
    return reply.code(204).send();
  });
}
