/** What one screen may see and do of the home. */
export interface Rights {
  /** Ids of the visible rooms; their devices are visible too. Null: the whole home. */
  readonly rooms: readonly number[] | null;
  /** Whether it may send commands. Otherwise it may only read. */
  readonly commands: boolean;
  /** When the screen is signed out, in ms since the epoch; null: never. */
  readonly until: number | null;
  /**
   * Whether it manages the household: controllers, moves, other screens and their rights. Requires unlimited
   * rights.
   */
  readonly manages: boolean;
}

/** New rights for a screen. Without `manages`, that stays as it is. */
export type RightsEdit = Omit<Rights, 'manages'> & Partial<Pick<Rights, 'manages'>>;

/** Unlimited rights in the home, without management of the household. */
export const FULL_RIGHTS: Rights = { rooms: null, commands: true, until: null, manages: false };

/** All rights: the home and the household. */
export const MANAGING_RIGHTS: Rights = { ...FULL_RIGHTS, manages: true };

/** Applies an edit to rights. A limited screen loses `manages`. Other keys of `before` stay. */
export function editRights(before: Rights, edit: RightsEdit): Rights {
  const rights = { ...before, ...edit };
  return { ...rights, manages: rights.manages && isFull(rights) };
}

/** Checks whether rights are unlimited in the home. Only then may a screen change the layout, and manage. */
export const isFull = ({ rooms, commands, until }: Omit<Rights, 'manages'>): boolean =>
  rooms === null && commands && until === null;
