import type { Params } from '#shared/home';

/** What a device does by itself or in its own way, which no client is told. */
export interface Traits {
  /** The radio rounds its level to multiples of this. */
  readonly roundsTo?: number;
  /** The power that it draws when fully on, in watts. */
  readonly watts?: number;
  /** The devices whose power it measures. */
  readonly meters?: readonly number[];
  /** The most that a light sensor sees at noon, in lux. */
  readonly noonLux?: number;
  /** What a hygrometer shows on the mean, in percent. */
  readonly meanHumidity?: number;
}

/** A device as the house's table tells it; its room and its place there come from where it stands in the table. */
export interface DevicePlan {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly interfaces: readonly string[];
  readonly params: Params;
  readonly role?: string;
  readonly icon?: string;
  readonly hidden?: boolean;
  readonly favorite?: boolean;
  readonly note?: string;
  /** The name of a picture in the storage that nobody has shown. */
  readonly picture?: string;
  /** For how many hours the radio has not reached it. */
  readonly deadForHours?: number;
  /** Whether its interfaces go out with spaces, as "Switch Binary" [O]. */
  readonly isSpelledWithSpaces?: boolean;
  readonly traits?: Traits;
}

/** How warm a room is when nothing heats it. */
export interface RoomClimate {
  /** The mean over a day, in °C. */
  readonly mean: number;
  /** How far the day and the night lie from the mean, in °C. */
  readonly swing: number;
}

/** A room as the house's table tells it. */
export interface RoomPlan {
  readonly id: number;
  readonly name: string;
  readonly icon: string;
  /** The name of the background image. */
  readonly image: string;
  readonly climate: RoomClimate;
  /** The devices that speak for the room. 0 and the id of no device stand here too, as seen in use [O]. */
  readonly main: {
    readonly temperature?: number;
    readonly humidity?: number;
    readonly light?: number;
  };
  readonly devices: readonly DevicePlan[];
}

/** A section as the house's table tells it. */
export interface SectionPlan {
  readonly id: number;
  readonly name: string;
  readonly rooms: readonly RoomPlan[];
}

/** A whole house: its sections, and what lies in no room. */
export interface HousePlan {
  readonly sections: readonly SectionPlan[];
  /** The room that stands for "no room" [O]. */
  readonly noRoom: RoomPlan;
  /** Devices that name a room which does not exist [O]. */
  readonly orphans: { readonly room: number; readonly devices: readonly DevicePlan[] };
}
