/**
 * How the app's scripts and styles are grouped into files. By default, the bundler makes a file for each set
 * of modules that the same pages share: a hundred small ones, of which a home requests seventy. Here one file
 * holds what is loaded at one time. A slow tablet shows a home sooner, and an update needs fewer requests.
 */

/**
 * @typedef {{ getModuleInfo: (id: string) => { importers: readonly string[] } | null }} Context
 * @typedef {{ name: (id: string, context: Context) => string | null, includeDependenciesRecursively?: boolean }} Group
 */

/** The first screen, which is drawn before the router is there: it imports nothing that is not part of it. */
const first = '/src/hooks.client.ts';
/** Small, and of so many pages that no other file fits. */
const WITH_FIRST = ['/components/Skeleton.svelte'];
const layout = '/src/routes/+layout.svelte';
/** The page of the home, and the state of a home: every page of a home needs it, and none without a session. */
const home = ['/src/features/home/Home.svelte', '/src/lib/state/open-home.svelte.ts'];
const connect = '/src/routes/connect/+page.svelte';
/** The proxy's client, with the schemas of its responses. A cached home is shown before it loads. */
const proxy = '/src/lib/state/proxy/proxy-routes.ts';
/** Kit's component around all pages. */
const root = '/generated/root.svelte';

/**
 * Parts of Svelte that no first screen uses. All components import them by one index, so they would be in the file of all
 * pages. None has an effect by being imported.
 */
const LATE_PARTS = [
  ...['input', 'select', 'size', 'universal'].map((name) => `elements/bindings/${name}`),
  'blocks/svelte-element'
].map((part) => `/internal/client/dom/${part}.js`);

/** Fits the paths of `LATE_PARTS`. */
export const lateParts = new RegExp(`(${LATE_PARTS.join('|').replaceAll('.', '\\.')})$`);

/**
 * Each file, and the modules whose static imports it holds. A module that several need is in the first of
 * them. A path that ends with `/` stands for the modules of a folder, without their imports.
 * @type {readonly (readonly [name: string, entries: readonly string[]])[]}
 */
const FILES = [
  ['proxy', [proxy]],
  ['home', home],
  ['connect', [connect]],
  // What a home shows as soon as its tiles are there. The style sheet is on the way to the first frame, so it is small.
  [
    'pictures',
    [
      ...['room-icons', 'chip-icons'].map((name) => `/src/lib/kinds/${name}.ts`),
      '/src/features/home/HomeEnd.svelte'
    ]
  ],
  // The tiles of devices: those of favourites are on the home page.
  ['tiles', ['/src/features/home/FavouriteTiles.svelte']],
  // The components beyond the first screens, and what most of their users need besides. Every lazy import names the style
  // sheets that it needs: one for all keeps these lists short.
  [
    'components',
    [
      '/src/lib/components/',
      ...LATE_PARTS,
      '/src/lib/i18n/error-message.ts',
      '/src/lib/i18n/calendar.ts',
      '/src/shared/alarm-words.ts',
      '/src/lib/state/preferences/screen-name.ts',
      '/src/lib/state/session/manages.ts',
      '/src/features/people/namesake.ts',
      '/src/features/people/home-end.ts',
      '/src/features/people/password-gate.svelte.ts',
      '/src/features/people/pin/pin-lock.svelte.ts'
    ]
  ],
  // The connection to the proxy, which starts once a home is shown.
  ['link', ['/src/lib/state/connection/connection-code.ts', '/src/lib/storage/cached-records-schema.ts']],
  ['updates', ['/src/lib/state/updates/update-watch.ts', '/src/lib/state/updates/app-worker.ts']],
  // What a home loads while it is idle: its buttons and notices, and its rooms' pages.
  [
    'rooms',
    [
      '/src/routes/home-extras.ts',
      '/src/features/home/SmallHome.svelte',
      '/src/features/notices/LinkNotice.svelte',
      '/src/features/notices/AppNotices.svelte',
      '/src/features/chronicle/ActivityNotice.svelte',
      '/src/features/room/FloorMenu.svelte',
      '/src/features/lamps/room-lamp.ts',
      '/src/features/room/RoomPage.svelte',
      '/src/features/home/keep-record.ts',
      '/src/features/record/DayLine.svelte',
      '/src/features/record/record-choice.svelte.ts',
      '/src/features/scenes/SceneTiles.svelte',
      '/src/features/chronicle/ChroniclePage.svelte',
      '/src/features/chronicle/happening-text.ts',
      // Too small for files of their own: the pages of lists need them, too.
      '/src/features/bulk-actions/undoable.ts',
      '/src/lib/kinds/history-series.ts',
      '/src/features/chronicle/happened.svelte.ts',
      '/src/shared/history.ts',
      '/src/routes/(app)/rooms/last-room.ts'
    ]
  ],
  // The frame of a sheet does not wait for its parts: they are a file of their own, which a home loads last.
  [
    'sheets',
    [
      '/src/features/sheets/DeviceSheet.svelte',
      '/src/features/sheets/RoomAppearanceSheet.svelte',
      '/src/features/sheets/RoomLightsSheet.svelte'
    ]
  ],
  // What a screen without a session loads once its first frame is shown.
  [
    'sign-in',
    [
      '/src/routes/connect/sign-in.ts',
      '/src/features/people/RecoveryCodeStep.svelte',
      '/src/routes/connect/FoundControllers.svelte',
      '/src/routes/connect/ClosedHousehold.svelte',
      '/src/routes/connect/LostSession.svelte',
      '/src/features/people/LockedPage.svelte',
      '/src/features/people/LeavingPage.svelte'
    ]
  ],
  ['pin', ['PinHost', 'PinPage', 'PinSheet'].map((name) => `/src/features/people/pin/${name}.svelte`)],
  // What the wall and its settings share.
  ['wall', ['/src/features/wall/WallSettings.svelte']],
  ['settings', ['/src/routes/(app)/settings/']]
];

/** @type {Group[]} */
export const chunkGroups = [
  {
    // A style sheet of its own for Kit's component would hold up all pages.
    name: (id, context) =>
      isNeededBy(first, id, context) ||
      WITH_FIRST.some((part) => id.includes(part)) ||
      (id.includes(root) && id.endsWith('.css'))
        ? 'first'
        : null,
    includeDependenciesRecursively: false
  },
  {
    name: (id, context) => (isNeededByAll(id, context) ? 'frame' : null),
    includeDependenciesRecursively: false
  },
  ...FILES.map(([name, entries]) => ({
    /** @type {Group['name']} */
    name: (id, context) => (entries.some((entry) => isNeededBy(entry, id, context)) ? name : null),
    // The module that imports the late parts is in the frame: with its imports, they would be, too.
    includeDependenciesRecursively: entries.some((entry) => entry.endsWith('/'))
  }))
];

/**
 * @param {string} id
 * @param {Context} context
 */
function isNeededByAll(id, context) {
  return (
    id.includes(root) ||
    id.includes('/valibot/') ||
    isNeededBy(layout, id, context) ||
    (home.some((entry) => isNeededBy(entry, id, context)) &&
      [connect, proxy].some((entry) => isNeededBy(entry, id, context)))
  );
}

/**
 * Whether a module is an entry, or an entry imports it statically, directly or through other modules.
 * @param {string} entry the end of its path; a folder's path stands for the modules in it, without their imports
 * @param {string} id
 * @param {Context} context
 * @param {Set<string>} seen
 * @returns {boolean}
 */
function isNeededBy(entry, id, context, seen = new Set()) {
  if (entry.endsWith('/')) return id.includes(entry);
  if (seen.has(id)) return false;
  seen.add(id);
  if (id.endsWith(entry)) return true;
  if (lateParts.test(id)) return false;
  return (context.getModuleInfo(id)?.importers ?? []).some((next) => isNeededBy(entry, next, context, seen));
}
