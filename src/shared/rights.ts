/** What one screen may see and do, of all that its user may. */
export interface Rights {
  /** Ids of the rooms that it sees, and their devices; null: the whole home. */
  readonly rooms: readonly number[] | null;
  /** Whether it may command what it sees, and not only look. */
  readonly commands: boolean;
  /** When it is signed out, in ms since the epoch; null: by no hour. */
  readonly until: number | null;
  /** Whether it manages the household: controllers, moves, other people's screens, and who manages. Only without any limit. */
  readonly manages: boolean;
}

/** Rights as an edit names them: where it says nothing of `manages`, that stays as it is. */
export type RightsEdit = Omit<Rights, 'manages'> & Partial<Pick<Rights, 'manages'>>;

/** The whole home without any limit, and nothing of the household beyond it. */
export const FULL_RIGHTS: Rights = { rooms: null, commands: true, until: null, manages: false };

/** Everything: the home, and the household. */
export const MANAGING_RIGHTS: Rights = { ...FULL_RIGHTS, manages: true };

/** Rights after an edit: whoever is limited does not manage. Other keys of `before` stay. */
export function editRights(before: Rights, edit: RightsEdit): Rights {
  const rights = { ...before, ...edit };
  return { ...rights, manages: rights.manages && isFull(rights) };
}

/** Whether nothing limits what a screen sees and does at home. Only such a one changes the layout, and may manage. */
export const isFull = ({ rooms, commands, until }: Omit<Rights, 'manages'>): boolean =>
  rooms === null && commands && until === null;
