import type { HomeName } from './homes';

/** What is pictured: a page, the home that it shows, how it came to be so, a size and a theme. */
export interface Shot {
  readonly page: PageName;
  readonly state: StateName;
  readonly size: Size;
  readonly theme: Theme;
  /** Device pixels for a CSS pixel; 1 unless given. */
  readonly scale?: number;
}

/** Width and height in px. */
export type Size = `${number}x${number}`;
export type Theme = 'light' | 'dark';

interface PicturedPage {
  readonly path: string;
  /** Whether it is a page of a wall tablet. */
  readonly isWall?: true;
  /** Opens a part of the page by clicking the button with this name. */
  readonly opens?: RegExp;
}

/** The pages, by the names of their pictures. */
export const PAGES = {
  home: { path: '/' },
  room: { path: '/rooms/11' },
  'room-kitchen': { path: '/rooms/12' },
  'room-lights': { path: '/rooms/11/lights' },
  'room-look': { path: '/rooms/11/look' },
  'list-lights': { path: '/now/lights' },
  'list-openings': { path: '/now/openings' },
  'list-shutters': { path: '/now/shutters' },
  'list-attention': { path: '/now/attention' },
  leaving: { path: '/now/leaving' },
  happened: { path: '/now/activity' },
  'new-scene': { path: '/scenes/new' },
  'sheet-lamp': { path: '/devices/21' },
  'sheet-dimmer': { path: '/devices/24' },
  'sheet-colour': { path: '/devices/25' },
  'sheet-shutter': { path: '/devices/26' },
  'sheet-climate': { path: '/devices/33' },
  'sheet-smoke': { path: '/devices/48' },
  'sheet-temperature': { path: '/devices/28' },
  'sheet-timer': { path: '/devices/24', opens: /^Off later|^Вимкнути згодом/ },
  'device-look': { path: '/devices/24/look' },
  search: { path: '/search' },
  settings: { path: '/settings' },
  wall: { path: '/', isWall: true },
  /** What is behind the last rooms. */
  'wall-house': { path: '/', isWall: true, opens: /^Next page/ },
  'wall-room': { path: '/rooms/11', isWall: true },
  'wall-list': { path: '/now/lights', isWall: true },
  'wall-sheet': { path: '/devices/24', isWall: true },
  'wall-settings': { path: '/settings', isWall: true }
} as const satisfies Readonly<Record<string, PicturedPage>>;

export type PageName = keyof typeof PAGES;
export const pageOf = (name: PageName): PicturedPage => PAGES[name];

/** The states, with the home that each needs. */
export const STATES = {
  live: 'usual',
  sending: 'slow',
  failed: 'refusing',
  unconfirmed: 'slow',
  'not-responding': 'silent',
  alarm: 'alarmed',
  offline: 'usual',
  'not-connected': 'usual',
  'lost-a-day': 'usual',
  empty: 'empty',
  'long-names': 'long',
  ukrainian: 'usual',
  'large-text': 'usual',
  night: 'usual',
  asleep: 'usual',
  'asleep-by-day': 'sunny',
  'asleep-at-night': 'usual'
} as const satisfies Readonly<Record<string, HomeName>>;

export type StateName = keyof typeof STATES;

const BOTH = ['light', 'dark'] as const;
const PHONE = '390x844';
const WALL = '1280x800';
const named = (start: string) =>
  Object.keys(PAGES).filter((name): name is PageName => name.startsWith(start) && name in PAGES);
const PHONE_PAGES = named('').filter((name) => pageOf(name).isWall !== true);

/** The pairs that are pictured: each row is all pages × states × sizes × themes that it names. */
const ROWS: readonly {
  readonly pages: readonly PageName[];
  readonly states: readonly StateName[];
  readonly sizes: readonly Size[];
  readonly themes: readonly Theme[];
}[] = [
  { pages: PHONE_PAGES, states: ['live'], sizes: [PHONE, WALL], themes: BOTH },
  {
    pages: PHONE_PAGES,
    states: ['live'],
    sizes: ['320x568', '844x390', '1024x768', '1440x900'],
    themes: ['light']
  },
  {
    pages: PHONE_PAGES,
    states: ['ukrainian', 'large-text', 'long-names'],
    sizes: [PHONE],
    themes: ['light']
  },
  {
    pages: ['home', 'room', 'room-lights', 'sheet-dimmer'],
    states: ['sending', 'failed', 'unconfirmed', 'not-responding', 'alarm', 'offline'],
    sizes: [PHONE],
    themes: BOTH
  },
  { pages: ['home', 'room'], states: ['lost-a-day'], sizes: [PHONE, '320x568'], themes: BOTH },
  {
    pages: ['wall-settings'],
    states: ['live'],
    sizes: [WALL, '800x480', '800x1280'],
    themes: ['light']
  },
  {
    pages: ['wall'],
    states: ['lost-a-day'],
    sizes: [WALL, '800x480', '800x1280'],
    themes: BOTH
  },
  { pages: ['home', 'list-lights', 'happened'], states: ['empty'], sizes: [PHONE], themes: BOTH },
  {
    pages: ['wall'],
    states: ['live'],
    sizes: [
      '800x480',
      '1024x600',
      '1024x768',
      '1080x810',
      '1280x800',
      '1366x1024',
      '1920x1080',
      '2560x1440',
      '600x960',
      '800x1280'
    ],
    themes: BOTH
  },
  {
    pages: ['wall'],
    states: [
      'sending',
      'failed',
      'unconfirmed',
      'not-responding',
      'alarm',
      'not-connected',
      'empty',
      'long-names',
      'ukrainian',
      'large-text',
      'night',
      'asleep',
      'asleep-by-day',
      'asleep-at-night'
    ],
    sizes: [WALL, '800x480'],
    themes: BOTH
  },
  {
    pages: ['wall-room', 'wall-list', 'wall-sheet', 'wall-house'],
    states: ['live', 'not-connected'],
    sizes: [WALL, '800x480', '800x1280'],
    themes: BOTH
  }
];

/** All pictures, in the order of the contact sheet. */
export const SHOTS: readonly Shot[] = ROWS.flatMap(({ pages, states, sizes, themes }) =>
  pages.flatMap((page) =>
    states.flatMap((state) =>
      sizes.flatMap((size) => themes.map((theme): Shot => ({ page, state, size, theme })))
    )
  )
);

/** The name of a picture's file, without its ending. */
export const nameOf = ({ page, state, size, theme }: Shot): string => `${page}-${state}-${size}-${theme}`;
