import type { SceneBody } from '#shared/scenes';
import { HOUSE } from '../../proxy/sources/virtual/house/house';
import type { DevicePlan, HousePlan, RoomPlan } from '../../proxy/sources/virtual/house/plan';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import { startVirtual, type VirtualController } from '../../proxy/sources/virtual/start';
import { houseOf } from '../support/house';
import type { Grant } from '../support/join';
import type { Program } from '../support/program';
import { openWorld } from '../support/world';

/** A name as long as some people choose. */
const longName = (name: string) => `${name} beside the old apple tree, the one with the green shutters`;

const withLongNames = (house: HousePlan): HousePlan => {
  const ofDevice = (device: DevicePlan): DevicePlan => ({ ...device, name: longName(device.name) });
  const ofRoom = (room: RoomPlan): RoomPlan => ({
    ...room,
    name: longName(room.name),
    devices: room.devices.map(ofDevice)
  });
  return {
    ...house,
    sections: house.sections.map(({ id, name, rooms }) => ({
      id,
      name: longName(name),
      rooms: rooms.map(ofRoom)
    }))
  };
};

/** A home, how it is when Mantel first reads it, and what happens to it before it is pictured. */
interface HomePlan extends Partial<VirtualOptions> {
  readonly begins?: (controller: VirtualController) => void;
  readonly befalls?: (controller: VirtualController) => void;
}

/** The time of all pictures: when all of a home is awake. */
export const NOON = new Date(2026, 10, 22, 14, 2);
/** When its windows are lit, by that clock. */
export const EVENING = new Date(2026, 10, 22, 18, 36);

/** Lamps that most pages show: a switch, a dimmer, and one with colours. */
const LAMP = 21;
const DIMMER = 24;
const COLOUR_LAMP = 25;
/** A smoke alarm, a leak sensor and a door. */
const SMOKE = 48;
const LEAK = 49;
const DOOR = 32;
/** The light sensor in the garden. */
const DAYLIGHT = 206;

const commandsFor = (devices: readonly number[], status: boolean) =>
  devices.map((device) => ({ device, method: 'setStatus', params: { status } }));

/** A scene of the lamps, which is as set in the usual home, and one that is not. */
const SCENES: Readonly<Record<string, SceneBody>> = {
  evening: { name: 'Evening', icon: 'evening', commands: commandsFor([DIMMER, COLOUR_LAMP], true) },
  night: { name: 'Good night', icon: 'night', commands: commandsFor([LAMP, DIMMER, COLOUR_LAMP], false) }
};

/** Three alarms that began one after the other, the lightest first. */
function raiseAlarms(controller: VirtualController): void {
  for (const [minutes, id] of [DOOR, LEAK, SMOKE].entries())
    controller.setDevice(id, {
      params: { Tripped: true, lasttrip: NOON.getTime() / 1000 - 60 * (5 - minutes) }
    });
}

const HOMES = {
  usual: {},
  /** Its commands are under way for as long as a picture takes. */
  slow: { radioMs: 120_000 },
  /** Its controller knows no commands. */
  refusing: { lacks: ['/devices/:id/actions'] },
  /** By day: its sensor outside measures light. */
  sunny: { befalls: (controller) => controller.setDevice(DAYLIGHT, { params: { Value: 9_000 } }) },
  silent: { befalls: (controller) => controller.setDevice(DIMMER, { fields: { alive: false } }) },
  /** Its door was armed while it was closed. */
  alarmed: {
    begins: (controller) => controller.setDevice(DOOR, { params: { Armed: true } }),
    befalls: raiseAlarms
  },
  empty: { house: houseOf() },
  long: { house: withLongNames(HOUSE) }
} as const satisfies Readonly<Record<string, HomePlan>>;

export type HomeName = keyof typeof HOMES;

/** A home that is pictured, with a screen that is signed in. */
export interface PicturedHome {
  readonly program: Program;
  readonly grant: Grant;
  /** Ends it, with its data. */
  readonly stop: () => Promise<void>;
}

async function keepScenes({ url }: Program, { cookie, controller }: Grant): Promise<void> {
  for (const [id, scene] of Object.entries(SCENES))
    await fetch(`${url}/api/controllers/${controller}/scenes/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie },
      body: JSON.stringify(scene)
    });
}

/** Starts a home of its own. */
export async function startHome(name: HomeName): Promise<PicturedHome> {
  const { begins, befalls, ...options }: HomePlan = HOMES[name];
  const controller = await startVirtual({ isLiving: false, ...options });
  begins?.(controller);
  const { program, grants, stop } = await openWorld(controller);
  const [grant] = await grants(1);
  if (!grant) throw new Error('nobody is signed in');
  if (name !== 'empty') await keepScenes(program, grant);
  befalls?.(controller);
  return { program, grant, stop };
}

/** The homes that several pictures share. Each is started when it is wanted first, and all end together. */
export class Homes {
  readonly #started = new Map<HomeName, Promise<PicturedHome>>();

  /** Returns a home. */
  of(name: HomeName): Promise<PicturedHome> {
    const started = this.#started.get(name) ?? startHome(name);
    this.#started.set(name, started);
    return started;
  }

  /** Ends all homes. */
  async end(): Promise<void> {
    for (const { stop } of await Promise.all(this.#started.values())) await stop();
  }
}
