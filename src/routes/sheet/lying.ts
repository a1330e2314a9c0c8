/** What a sheet shows: a device as a whole, or how the household wants a device or a room to look. */
export type SheetPart = 'whole' | 'look';

/** A sheet: whose it is, and which part of it is in sight. A room has a look alone, for its page is the whole. */
export interface LyingSheet {
  readonly of: 'device' | 'room';
  readonly id: number;
  readonly part: SheetPart;
}

/** The part of Kit's page that tells which sheet lies over it. */
interface Place {
  readonly state: App.PageState;
  readonly route: { readonly id: string | null };
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** The routes that are sheets. */
const SHEETS_BY_ROUTE: ReadonlyMap<string, Omit<LyingSheet, 'id'>> = new Map([
  ['/devices/[id]', { of: 'device', part: 'whole' }],
  ['/devices/[id]/look', { of: 'device', part: 'look' }],
  ['/rooms/[id]/look', { of: 'room', part: 'look' }]
]);

/** The sheet that lies over the page: opened over it, or named by the address itself. Undefined where none does. */
export function lyingSheet(place: Place): LyingSheet | undefined {
  return place.state.sheet ?? addressedSheet(place);
}

/** The sheet that the address itself names (a link, a reload); undefined where it names none, or no number. */
export function addressedSheet({ route, params }: Omit<Place, 'state'>): LyingSheet | undefined {
  const sheet = SHEETS_BY_ROUTE.get(route.id ?? '');
  const id = params['id'] ?? '';
  return sheet && /^\d{1,15}$/.test(id) ? { ...sheet, id: Number(id) } : undefined;
}

/** A sheet's address. */
export function sheetAddress({ of, id, part }: LyingSheet): string {
  return `/${of}s/${id}${part === 'look' ? '/look' : ''}`;
}
