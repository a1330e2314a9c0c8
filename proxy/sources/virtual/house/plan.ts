import type { Params } from '#shared/home';

/** Simulation properties of a device. Clients cannot read them. */
export interface Traits {
  /** The device rounds its level to multiples of this. */
  readonly roundsTo?: number;
  /** The power that it uses when fully on, in watts. */
  readonly watts?: number;
  /** Ids of the devices whose power it measures. */
  readonly meters?: readonly number[];
  /** Maximum of a light sensor at noon, in lux. */
  readonly noonLux?: number;
  /** Mean of a hygrometer, in percent. */
  readonly meanHumidity?: number;
  /** The simulation does not change its value. */
  readonly isStill?: boolean;
}

/** A device of the house plan. Its room and order follow from its position in the plan. */
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
  /** The name of a picture in the controller's storage. Its API is unknown. */
  readonly picture?: string;
  /** Hours since the device was last reached; undefined if it is alive. */
  readonly deadForHours?: number;
  /** Whether its interfaces are written with spaces, such as "Switch Binary" [O]. */
  readonly isSpelledWithSpaces?: boolean;
  readonly traits?: Traits;
}

/** The temperature of a room without heating. */
export interface RoomClimate {
  /** The mean over a day, in °C. */
  readonly mean: number;
  /** The amplitude between day and night, in °C. */
  readonly swing: number;
}

/** A room of the house plan. */
export interface RoomPlan {
  readonly id: number;
  readonly name: string;
  readonly icon: string;
  /** The name of the background image. */
  readonly image: string;
  readonly climate: RoomClimate;
  /** Ids of the room's main sensors. 0 and ids of missing devices occur too [O]. */
  readonly main: {
    readonly temperature?: number;
    readonly humidity?: number;
    readonly light?: number;
  };
  readonly devices: readonly DevicePlan[];
}

/** A section of the house plan. */
export interface SectionPlan {
  readonly id: number;
  readonly name: string;
  readonly rooms: readonly RoomPlan[];
}

/** A house: its sections, and the devices without a room. */
export interface HousePlan {
  readonly sections: readonly SectionPlan[];
  /** The controller's room for devices without a room [O]. */
  readonly noRoom: RoomPlan;
  /** Devices whose room does not exist [O]. */
  readonly orphans: { readonly room: number; readonly devices: readonly DevicePlan[] };
}
