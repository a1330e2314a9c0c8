import * as v from 'valibot';
import type { FastifyInstance } from 'fastify';
import { screenOf } from '../access/access-control';
import { dependsOnHome, limitHome, limitLayout } from '../access/rights';
import type { Screens } from '../access/screens/screens';
import type { CallResult } from '../controllers/failure';
import { refuseCall } from '../controllers/refuse-call';
import { refuse } from '../http/errors';
import { Emitter } from '#shared/emitter';
import { succeed } from '#shared/errors';
import { isSame } from '#shared/changes';
import { EMPTY_HOME, isRecord, type Home } from '#shared/home';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { layoutEntries } from '#shared/sent-layout';
import { routes } from '#shared/wire';
import type { StoredFile } from '../store/sealed-file';
import type { StoredFiles } from '../store/sealed-files';
import { joinFormer, type FormerLayouts, type StoredLayout } from './stored-layouts';

/** A new layout of a user for the home of a controller. */
interface PutLayout {
  readonly controller: string;
  readonly user: string;
  readonly layout: Layout;
}

/** Where layouts are kept. */
interface LayoutsDeps {
  readonly files: StoredFiles<StoredLayout>;
  /** The one file in which all of them lay before. */
  readonly former: Pick<StoredFile<FormerLayouts>, 'read'>;
}

/** What each user of each controller made of the home, shared by all of that user's screens. Each lies in a file of its own. */
export class Layouts {
  readonly #deps: LayoutsDeps;
  readonly #put = new Emitter<PutLayout>();
  readonly #byKey = new Map<string, StoredLayout>();

  constructor(deps: LayoutsDeps) {
    this.#deps = deps;
  }

  /** Reads them; to be awaited once, before anything else. Nothing is written by that. */
  async load() {
    const { files, former } = this.#deps;
    for (const stored of await files.readAll()) this.#byKey.set(keyOf(stored), stored);
    for (const record of await former.read())
      this.#byKey.set(keyOf(record), joinFormer(this.#byKey.get(keyOf(record)), record));
  }

  /** A user's layout; an empty one where nothing was put. */
  get(controller: string, user: string): Layout {
    return this.#byKey.get(keyOf({ controller, user }))?.layout ?? EMPTY_LAYOUT;
  }

  /** Puts a layout in the old one's place: the last writer wins. */
  put(controller: string, user: string, layout: Layout) {
    const key = keyOf({ controller, user });
    const stored = { ...this.#byKey.get(key), controller, user, layout };
    this.#byKey.set(key, stored);
    this.#deps.files.file(key).write(stored);
    this.#put.emit({ controller, user, layout });
  }

  /** The users who made something of a controller's home. */
  usersOf(controller: string): string[] {
    return [...this.#byKey.values()]
      .filter((stored) => stored.controller === controller && !isSame(stored.layout, EMPTY_LAYOUT))
      .map(({ user }) => user);
  }

  /** Empties the layout of a user who has left. The file stays: it tells which of the former layouts were taken over. */
  forget(controller: string, user: string) {
    const key = keyOf({ controller, user });
    const stored = this.#byKey.get(key);
    if (!stored) return;
    const emptied = { ...stored, layout: EMPTY_LAYOUT };
    this.#byKey.set(key, emptied);
    this.#deps.files.file(key).write(emptied);
  }

  /** Ids of the controllers of whose homes something was made. */
  get controllers(): string[] {
    return [...this.#byKey.values()].map(({ controller }) => controller);
  }

  /** Resolves once everything that was put lies on the disk. */
  async saved() {
    await this.#deps.files.flush();
  }

  /** Calls back with each layout that was put. Returns a function that unsubscribes. */
  onPut(listener: (put: PutLayout) => void): () => void {
    return this.#put.subscribe(listener);
  }
}

const keyOf = ({ controller, user }: Pick<StoredLayout, 'controller' | 'user'>) => `${controller} ${user}`;

/** What the routes of layouts stand on. */
interface LayoutRouteDeps {
  readonly layouts: Layouts;
  readonly screens: Pick<Screens, 'admit'>;
  /** The whole home of a user as it is known now: what a screen of some rooms is told depends on it. */
  readonly home: (controller: string, user: string) => Promise<CallResult<Home>>;
}

/** What is sent of a layout: what it does not name stays as it is. */
const sentLayoutSchema = v.pipe(
  v.custom<Record<string, unknown>>(isRecord),
  v.looseObject({
    favourites: v.exactOptional(layoutEntries.favourites),
    devices: v.exactOptional(layoutEntries.devices),
    rooms: v.exactOptional(layoutEntries.rooms)
  })
);

/** No layout is larger, in bytes of JSON. */
const MAX_BYTES = 64 * 1024;

/** Keys of newer versions may hold anything, in no more levels than this. */
const MAX_DEPTH = 16;

/** Routes by which a user's screens share what the user made of the home. */
export function registerLayouts(app: FastifyInstance, { layouts, screens, home }: LayoutRouteDeps) {
  const path = routes.layout(':id');

  app.get(path, { config: { access: 'grant', enforcesRights: true } }, async (request, reply) => {
    const { id, controller, user, rights } = screenOf(request);
    const known = dependsOnHome(rights) ? await home(controller, user) : succeed(EMPTY_HOME);
    // It may have been ended, locked or limited while the home was read.
    const screen = screens.admit(id);
    if (!screen.ok) return refuse(reply, screen.error);
    const { rooms } = screen.value.rights;
    const layout = layouts.get(controller, user);
    if (!dependsOnHome(screen.value.rights)) return layout;
    if (!known.ok) return refuseCall(reply, known.error);
    return limitLayout(layout, rooms, limitHome(known.value, rooms));
  });

  app.put(path, { config: { access: 'grant' } }, async (request, reply) => {
    const { controller, user } = screenOf(request);
    const read = v.safeParse(sentLayoutSchema, request.body);
    if (!read.success) return refuse(reply, { code: 'bad-request', message: sayWhatIsWrong(read.issues) });
    if (isDeeper(read.output, MAX_DEPTH))
      return refuse(reply, { code: 'bad-request', message: 'This layout has too many levels.' });
    const layout = { ...layouts.get(controller, user), ...read.output };
    if (Buffer.byteLength(JSON.stringify(layout)) > MAX_BYTES)
      return refuse(reply, { code: 'too-large', message: 'With what is stored this layout is too large.' });
    layouts.put(controller, user, layout);
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

/** Whether a value has more levels than a number of them. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
