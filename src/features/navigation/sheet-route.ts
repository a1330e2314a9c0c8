import { pageOf } from '$lib/state/path-of';

/** What a sheet shows: the whole device, the appearance of a device or a room, the choice of its icon, or a room's lights. */
export type SheetPart = 'whole' | 'appearance' | 'icon' | 'lights';

/**
 * A sheet: its device or room, and the part that is shown. A room has no whole one, since its page
 * shows the rest.
 */
export interface OpenSheet {
  readonly of: 'device' | 'room';
  readonly id: number;
  readonly part: SheetPart;
}

/** What code a sheet has: a room's lights have a sheet of their own. */
export type SheetKind = 'device' | 'room' | 'lights';

/** Returns the kind of a sheet. */
export const sheetKindOf = ({ of, part }: Pick<OpenSheet, 'of' | 'part'>): SheetKind =>
  part === 'lights' ? 'lights' : of;

/** The fields of SvelteKit's page that contain the open sheet. Its URL is that of the page below. */
interface PageLocation {
  readonly state: App.PageState;
  readonly url: { readonly pathname: string };
}

/** Returns the open sheet, from the page's state or from the URL. Undefined if there is none. */
export const currentSheet = (location: PageLocation): OpenSheet | undefined =>
  location.state.sheet ?? sheetOfUrl(location);

/** Returns the sheet of a URL (a link, a reload); undefined if there is none. */
export function sheetOfUrl({ url }: Pick<PageLocation, 'url'>): OpenSheet | undefined {
  const [, of, id, name = ''] = /^\/(device|room)s\/(\d{1,15})(?:\/(\w+))?$/.exec(pageOf(url.pathname)) ?? [];
  const part = PARTS.get(name);
  if (part === undefined) return undefined;
  if (of === 'device' && part !== 'lights') return { of, id: Number(id), part };
  return of === 'room' && part !== 'whole' ? { of, id: Number(id), part } : undefined;
}

/** The parts by the last piece of a URL, which is public. */
const PARTS = new Map<string, SheetPart>([
  ['', 'whole'],
  ['look', 'appearance'],
  ['icon', 'icon'],
  ['lights', 'lights']
]);

/** Returns the path of a sheet. */
export function sheetPath({ of, id, part }: OpenSheet): `/${string}` {
  const [name = ''] = [...PARTS].find(([, each]) => each === part) ?? [];
  return `/${of}s/${id}${name === '' ? '' : `/${name}`}`;
}
