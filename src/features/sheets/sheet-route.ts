/** What a sheet shows: a device as a whole, or how the household wants a device or a room to look. */
export type SheetPart = 'whole' | 'look';

/** A sheet: whose it is, and which part of it is in sight. A room has a look alone, for its page is the whole. */
export interface LyingSheet {
  readonly of: 'device' | 'room';
  readonly id: number;
  readonly part: SheetPart;
}

/** The part of Kit's page that tells which sheet lies over it. Its address is that of what lies beneath. */
interface Place {
  readonly state: App.PageState;
  readonly url: { readonly pathname: string };
}

/** The sheet that lies over the page: opened over it, or named by the address itself. Undefined where none does. */
export const lyingSheet = (place: Place): LyingSheet | undefined =>
  place.state.sheet ?? addressedSheet(place);

/** The sheet that the address itself names (a link, a reload); undefined where it names none. */
export function addressedSheet({ url }: Pick<Place, 'url'>): LyingSheet | undefined {
  const [, of, id, look] = /^\/(device|room)s\/(\d{1,15})(\/look)?$/.exec(url.pathname) ?? [];
  if (of === 'device' || (of === 'room' && look))
    return { of, id: Number(id), part: look ? 'look' : 'whole' };
  return undefined;
}

/** A sheet's address. */
export const sheetAddress = ({ of, id, part }: LyingSheet): string =>
  `/${of}s/${id}${part === 'look' ? '/look' : ''}`;
