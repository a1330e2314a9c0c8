/** What a sheet shows: a device as a whole, or how the household wants a device or a room to look. */
export type SheetPart = 'whole' | 'appearance';

/** A sheet: whose it is, and which part of it is in sight. A room has a look alone, for its page is the whole. */
export interface OpenSheet {
  readonly of: 'device' | 'room';
  readonly id: number;
  readonly part: SheetPart;
}

/** The part of Kit's page that tells which sheet lies over it. Its address is that of what lies beneath. */
interface PageLocation {
  readonly state: App.PageState;
  readonly url: { readonly pathname: string };
}

/** The sheet that lies over the page: opened over it, or named by the address itself. Undefined where none does. */
export const currentSheet = (location: PageLocation): OpenSheet | undefined =>
  location.state.sheet ?? sheetOfUrl(location);

/** The sheet that the address itself names (a link, a reload); undefined where it names none. */
export function sheetOfUrl({ url }: Pick<PageLocation, 'url'>): OpenSheet | undefined {
  const [, of, id, appearance] = /^\/(device|room)s\/(\d{1,15})(\/look)?$/.exec(url.pathname) ?? [];
  if (of === 'device' || (of === 'room' && appearance))
    return { of, id: Number(id), part: appearance ? 'appearance' : 'whole' };
  return undefined;
}

/** A sheet's address. */
export const sheetUrl = ({ of, id, part }: OpenSheet): string =>
  `/${of}s/${id}${part === 'appearance' ? '/look' : ''}`;
