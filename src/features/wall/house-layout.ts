import type { RoomView } from '$features/view-models/room-view.svelte';
import { isOutsideName } from '$lib/kinds/room-readings';

type HouseRoom = Pick<RoomView, 'slot' | 'name'>;

/** The rooms of a house by where they are, each list in the home's order: floors from the ground up. */
export interface Storeys<Room> {
  readonly floors: readonly (readonly Room[])[];
  readonly cellar: readonly Room[];
  /** A garage, a shed, a garden. */
  readonly beside: readonly Room[];
}

const MAX_ROOMS = 40;
const MAX_BESIDE = 4;
/** Up to this number of rooms a floor is one row. */
const MAX_ONE_ROW = 6;

/** What the names of rooms and floors say of their place. */
const GARAGE = /garage|carport|shed|гараж|сарай/iu;
const CELLAR = /cellar|basement|підвал|льох|погріб/iu;
const HALL = /hall|entr|coat|хол|передпок|вхід|тамбур/iu;
const LOWER = /ground|downstairs|перший|нижн/iu;
const UPPER = /attic|loft|upstairs|горищ|мансард|другий|верхн/iu;

/** Puts the rooms of a home into a house: by floor and order, up to 40; beside it what its name says is not inside. */
export function storeysOf<Room extends HouseRoom>(
  floors: readonly { readonly name: string; readonly rooms: readonly Room[] }[]
): Storeys<Room> {
  const all = floors
    .flatMap(({ name, rooms }) => rooms.map((room) => ({ floor: name, room })))
    .slice(0, MAX_ROOMS);
  const beside = all
    .filter(({ room: { name } }) => isOutsideName(name) || GARAGE.test(name))
    .slice(0, MAX_BESIDE);
  const others = all.filter((each) => !beside.includes(each));
  const cellar = others.filter(({ room, floor }) => CELLAR.test(room.name) || CELLAR.test(floor));
  const inside = others.filter((each) => !cellar.includes(each));
  const roomsOf = (list: typeof all) => list.map(({ room }) => room);
  if (inside.length === 0) return { floors: [roomsOf(all)], cellar: [], beside: [] };
  const names = [...new Set(inside.map(({ floor }) => floor))];
  const [upper, lower] = [UPPER, LOWER].map((words) => names.findIndex((name) => words.test(name)));
  // Some households list their floors from the roof down.
  if (upper === 0 || (lower ?? 0) > (upper ?? 0)) names.reverse();
  return {
    floors: names.map((name) => roomsOf(inside.filter(({ floor }) => floor === name))),
    cellar: roomsOf(cellar),
    beside: roomsOf(beside)
  };
}

/** A rectangle in px from the top left. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A drawn house, in px. */
export interface HouseLayout<Room> {
  /** The distance between two windows. A window is 0.6 of it wide, within its box. */
  readonly cell: number;
  readonly windows: readonly (Box & { readonly room: Room; readonly hasDoor: boolean })[];
  /** The house, then what is beside it: the outlines of its walls, or posts, and of its roof. */
  readonly bodies: readonly { readonly wall: string; readonly roof: string }[];
  /** The outlines of the walls in the earth, and of the lines between floors. */
  readonly cellar: string;
  readonly ceilings: string;
  readonly ground: number;
}

/** Heights of rows and of the earth, in cells. */
const ROW = 1.16;
const LOW_ROW = 0.86;
const EARTH = 0.34;
/** Widths, in cells. */
const MARGIN = 0.6;
const SHED = 1.7;

/**
 * Lays out a house with as large windows as its area allows. Rooms that do not fit side by side have further rows.
 * @param slack free cells at its sides
 */
export function layoutHouse<Room extends HouseRoom>(
  storeys: Storeys<Room>,
  area: Pick<Box, 'width' | 'height'>,
  slack: number
): HouseLayout<Room> {
  const most = Math.max(...storeys.floors.map(({ length }) => length));
  const fewest = Math.min(most, MAX_ONE_ROW);
  const layouts = Array.from({ length: most - fewest + 1 }, (_, at) =>
    arrange(storeys, area, slack, fewest + at)
  );
  return layouts.reduce((best, each) => (each.cell > best.cell ? each : best));
}

function arrange<Room extends HouseRoom>(
  { floors, cellar, beside }: Storeys<Room>,
  area: Pick<Box, 'width' | 'height'>,
  slack: number,
  columns: number
): HouseLayout<Room> {
  const storeys = floors.map((rooms) => rowsOf(rooms, columns));
  const rows = storeys.flat();
  const wide = columns + MARGIN;
  /** The top floor is under the roof where it fits there. */
  const top = rows.at(-1)?.length ?? 0;
  const hasAttic = rows.length > 1 && top <= wide * 0.56;
  const high = (rows.length - (hasAttic ? 1 : 0)) * ROW;
  const roof = hasAttic ? LOW_ROW / (1 - top / (wide + 0.3)) : Math.min(1.3, wide * 0.28);
  const below = cellar.length > 0 ? LOW_ROW : EARTH;
  const fullWidth = Math.max(wide, cellar.length) + 0.8 + beside.length * SHED + slack;
  const fullHeight = 0.5 + roof + high + below;
  const cell = Math.min(area.width / fullWidth, area.height / fullHeight);
  const ground = area.height - below * cell - (area.height - fullHeight * cell) * 0.4;
  const middle = (area.width - (beside.length % 2) * SHED * cell) / 2;

  /** The windows of a row around its middle; sizes in cells, its top above the ground. */
  const place = (rooms: readonly Room[], width: number, above: number, height = ROW, around = middle) =>
    rooms.map((room, at) => ({
      room,
      y: ground - above * cell,
      width: cell,
      height: height * cell,
      x: around + (((at + 0.5) / rooms.length - 0.5) * width - 0.5) * cell,
      hasDoor: rows[0]?.find(({ name, slot }) => HALL.test(`${name} ${slot.room?.icon ?? ''}`)) === room
    }));
  const bodyOf = (around: number, width: number, height: number, tall: number, isOpen = false) => {
    const left = around - (width * cell) / 2;
    const half = (width / 2 + 0.2) * cell;
    const y = ground - height * cell;
    const right = left + width * cell;
    const peak = y - tall * cell;
    return {
      wall: isOpen
        ? `M${left} ${ground}V${y}h6V${ground}ZM${right} ${ground}V${y}h-6V${ground}Z`
        : `M${left} ${ground}V${y}H${right}V${ground}Z`,
      roof: `M${around - half} ${y}L${around - (isOpen ? half : 0)} ${peak}H${around + (isOpen ? half : 0)}L${around + half} ${y}Z`
    };
  };
  const sheds = beside.map((room, at) => ({
    room,
    around: middle + (at % 2 === 0 ? 1 : -1) * (wide / 2 + 0.5 + 0.6 + Math.floor(at / 2) * SHED) * cell
  }));
  const line = (y: number) => `M${middle - (wide * cell) / 2} ${y}h${wide * cell}`;
  return {
    cell,
    ground,
    bodies: [
      bodyOf(middle, wide, high, roof),
      ...sheds.map(({ room, around }) =>
        GARAGE.test(room.name) ? bodyOf(around, 1.2, ROW, 0.5) : bodyOf(around, 1.2, ROW, 0.12, true)
      )
    ],
    cellar: cellar.length > 0 ? `${line(ground)}V${2 * area.height}h${-wide * cell}Z` : '',
    ceilings: storeys
      .slice(1)
      .map((_, at) => line(ground - storeys.slice(0, at + 1).flat().length * ROW * cell))
      .join(''),
    windows: [
      ...rows.flatMap((rooms, at) =>
        (at + 1) * ROW > high
          ? place(rooms, top, high + LOW_ROW, LOW_ROW)
          : place(rooms, columns, (at + 1) * ROW)
      ),
      ...place(cellar, Math.max(columns, cellar.length), -0.05, LOW_ROW),
      ...sheds.flatMap(({ room, around }) => place([room], 1, ROW, ROW, around))
    ]
  };
}

/** Splits rooms into rows of at most this length, as even as they can be. */
function rowsOf<Room>(rooms: readonly Room[], columns: number): Room[][] {
  const count = Math.ceil(rooms.length / columns);
  const length = Math.ceil(rooms.length / count);
  return Array.from({ length: count }, (_, at) => rooms.slice(at * length, (at + 1) * length));
}
