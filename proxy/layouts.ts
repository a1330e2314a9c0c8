import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import { screenOf } from './access/admission';
import { dependsOnHome, limitHome, limitLayout } from './access/rights';
import { SCREEN_GONE } from './access/screen-refusals';
import type { Screens } from './access/screens';
import type { CallResult } from './controllers/failure';
import { refuseCall } from './controllers/refuse-call';
import { refuse } from './refusal';
import { succeed } from '#shared/errors';
import { EMPTY_HOME, type Home } from '#shared/home';
import { EMPTY_LAYOUT, layoutSchema, type Layout } from '#shared/layout';
import { routes } from '#shared/wire';
import type { StoredFile } from './store/sealed-file';

/** How the layouts lie on the disk. One that another version wrote, and this one cannot read, costs nobody else's. */
export const storedLayoutsSchema = v.array(
  v.object({ controller: v.string(), user: v.string(), layout: v.fallback(layoutSchema, EMPTY_LAYOUT) })
);
export type StoredLayouts = v.InferOutput<typeof storedLayoutsSchema>;

/** Hears that a user has made another layout of a controller's home. */
type LayoutListener = (controller: string, user: string, layout: Layout) => void;

/** What each user of each controller made of the home, shared by all of that user's screens. */
export class Layouts {
  readonly #file: StoredFile<StoredLayouts>;
  readonly #listeners = new Set<LayoutListener>();
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
    return (
      this.#layouts.find((each) => each.controller === controller && each.user === user)?.layout ??
      EMPTY_LAYOUT
    );
  }

  /** Puts a layout in the old one's place: the last writer wins. */
  put(controller: string, user: string, layout: Layout) {
    const others = this.#layouts.filter((each) => each.controller !== controller || each.user !== user);
    this.#keep([...others, { controller, user, layout }]);
    for (const listener of this.#listeners) listener(controller, user, layout);
  }

  /** Ids of the controllers of whose homes something was made. */
  get controllers(): string[] {
    return this.#layouts.map(({ controller }) => controller);
  }

  /** Resolves once everything that was put lies on the disk. */
  async saved() {
    await this.#file.flush();
  }

  /** Hears of each layout that was put. */
  onPut(listener: LayoutListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #keep(layouts: StoredLayouts) {
    this.#layouts = layouts;
    this.#file.write(layouts);
  }
}

/** What the routes of layouts stand on. */
export interface LayoutParts {
  readonly layouts: Layouts;
  readonly screens: Pick<Screens, 'get'>;
  /** The whole home of a user as it is known now: what a screen of some rooms is told depends on it. */
  readonly home: (controller: string, user: string) => Promise<CallResult<Home>>;
}

/** Routes by which a user's screens share what the user made of the home. */
export function registerLayouts(app: FastifyInstance, { layouts, screens, home }: LayoutParts) {
  const path = routes.layout(':id');

  app.get(path, { config: { access: 'grant', heedsRights: true } }, async (request, reply) => {
    const { id, controller, user, rights } = screenOf(request);
    const known = dependsOnHome(rights) ? await home(controller, user) : succeed(EMPTY_HOME);
    // It may have been ended or limited while the home was read.
    const screen = screens.get(id);
    if (!screen) return refuse(reply, SCREEN_GONE);
    const layout = layouts.get(controller, user);
    if (!dependsOnHome(screen.rights)) return layout;
    if (!known.ok) return refuseCall(reply, known.error);
    return limitLayout(layout, screen.rights.rooms, limitHome(known.value, screen.rights.rooms));
  });

  app.put(path, { config: { access: 'grant' } }, async (request, reply) => {
    const { controller, user } = screenOf(request);
    const read = v.safeParse(layoutSchema, request.body);
    if (!read.success) return refuse(reply, { code: 'bad-request', message: sayWhatIsWrong(read.issues) });
    layouts.put(controller, user, read.output);
    await layouts.saved();
    return reply.code(204).send();
  });
}

/** Where a body is no layout, for developers; no longer than a line, whatever was sent. */
function sayWhatIsWrong([issue]: readonly [v.BaseIssue<unknown>, ...unknown[]]): string {
  const path = v.getDotPath(issue)?.slice(0, 100);
  const where = path === undefined ? 'This is none' : `This one is wrong at ${path}`;
  return `A layout is {favourites, devices, rooms}. ${where}.`;
}
