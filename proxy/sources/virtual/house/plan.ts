import type { Device, Room, Section } from '#shared/home';

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
export interface DevicePlan
  extends
    Pick<Device, 'id' | 'name' | 'type' | 'interfaces' | 'params'>,
    Partial<Pick<Device, 'role' | 'icon' | 'hidden' | 'favorite' | 'note_text' | 'note_image'>> {
  /** Hours since the device was last reached; undefined if it is alive. */
  readonly deadForHours?: number;
  readonly traits?: Traits;
}

/** The temperature of a room without heating. */
export interface RoomClimate {
  /** The mean over a day, in °C. */
  readonly mean: number;
  /** The amplitude between day and night, in °C. */
  readonly swing: number;
}

/** A room of the house plan. Its section and order follow from its position in the plan. */
export interface RoomPlan extends Omit<Room, 'section_id' | 'order'> {
  readonly climate: RoomClimate;
  readonly devices: readonly DevicePlan[];
}

/** A section of the house plan. */
export interface SectionPlan extends Section {
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
