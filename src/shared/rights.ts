import * as v from 'valibot';
import { id } from '#shared/read';

/** What one screen may see and do, of all that its user may. */
export interface Rights {
  /** Ids of the rooms that it sees, and their devices; null: the whole home. */
  readonly rooms: readonly number[] | null;
  /** Whether it may command what it sees, and not only look. */
  readonly commands: boolean;
  /** When it is signed out, in ms since the epoch; null: by no hour. */
  readonly until: number | null;
}

/** The rights of a screen that was signed in by its user's password: all of them. */
export const FULL_RIGHTS: Rights = { rooms: null, commands: true, until: null };

/** How many rooms can be named at most. */
const MOST_ROOMS = 200;

/** Of what rights are read. A screen of no room at all would be a screen of nothing, and is refused. */
export const rightsEntries = {
  rooms: v.nullable(v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_ROOMS))),
  commands: v.boolean(),
  until: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0)))
};

/** Reads what a screen may do. */
export const rightsSchema: v.GenericSchema<unknown, Rights> = v.object(rightsEntries);

/**
 * Whether nothing limits a screen. Only such a one changes what the household shares: the layout, and the screens that are
 * signed in.
 */
export const isFull = ({ rooms, commands, until }: Rights): boolean =>
  rooms === null && commands && until === null;
