/** The part of Kit's page that tells which sheet lies over it. */
interface Place {
  readonly state: App.PageState;
  readonly route: { readonly id: string | null };
  readonly params: Readonly<Record<string, string | undefined>>;
}

/**
 * The device whose sheet lies over the page: opened over it, or named by the address itself (a link, a reload). Undefined where none
 * does, or the address names no device's number.
 */
export function lyingSheet({ state, route, params }: Place): number | undefined {
  if (state.sheet !== undefined) return state.sheet;
  const id = params['id'];
  return route.id === '/devices/[id]' && id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
