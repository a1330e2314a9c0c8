/** What a sheet shows: the whole device, or the appearance of a device or a room. */
export type SheetPart = 'whole' | 'appearance';

/**
 * A sheet: its device or room, and the part that is shown. A room has only an appearance, since its page shows the
 * rest.
 */
export interface OpenSheet {
  readonly of: 'device' | 'room';
  readonly id: number;
  readonly part: SheetPart;
}

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
  const [, of, id, appearance] = /^\/(device|room)s\/(\d{1,15})(\/look)?$/.exec(url.pathname) ?? [];
  if (of === 'device' || (of === 'room' && appearance))
    return { of, id: Number(id), part: appearance ? 'appearance' : 'whole' };
  return undefined;
}

/** Returns the URL of a sheet. The appearance is at `/look`, since that URL is public. */
export const sheetUrl = ({ of, id, part }: OpenSheet): string =>
  `/${of}s/${id}${part === 'appearance' ? '/look' : ''}`;
