/** Homes in the format of a controller: small ones with devices to command, and large ones. */

/** Forty lights in one room, and ten shutters in another. */
export const LIGHTS = Array.from({ length: 40 }, (_, at) => at + 1);
export const SHUTTERS = Array.from({ length: 10 }, (_, at) => at + 41);
/** A light that only the owner commands. */
export const OWNERS_LIGHT = 60;

/** The rooms of these homes. */
export const ROOMS = [
  { id: 1, name: 'Hall', section_id: 1 },
  { id: 2, name: 'Study', section_id: 1 },
  { id: 3, name: 'Cellar', section_id: 1 }
];

const light = (id: number, room: number) => ({
  id,
  name: `Light ${id}`,
  room_id: room,
  type: 'DevBinarySwitch',
  interfaces: ['SwitchBinary'],
  params: { Status: false }
});

const shutter = (id: number) => ({
  id,
  name: `Shutter ${id}`,
  room_id: 2,
  type: 'DevShutter',
  interfaces: ['SwitchMultilevel', 'Shutter'],
  params: { Level: 50, Status: true }
});

/** The devices that can be commanded. */
export const SMALL_HOME = [
  ...LIGHTS.map((id) => light(id, 1)),
  ...SHUTTERS.map(shutter),
  light(OWNERS_LIGHT, 3)
];

/** The small home plus devices of about `bytesEach` bytes, `devices` in all. */
export function homeOf(devices: number, bytesEach: number): readonly object[] {
  const bulk = Array.from({ length: devices - SMALL_HOME.length }, (_, at) => ({
    ...light(1_000 + at, 3),
    note_text: 'x'.repeat(Math.max(0, bytesEach - 118))
  }));
  return [...SMALL_HOME, ...bulk];
}

/** A JSON list with as many entries as fit into `bytes`. */
export function listOf(bytes: number, entry: (at: number) => string): Buffer {
  const entries: string[] = [];
  for (let length = 2, at = 0; ; at++) {
    const text = entry(at);
    length += text.length + 1;
    if (length > bytes) return Buffer.from(`[${entries.join(',')}]`);
    entries.push(text);
  }
}

/** The entry of a list at a number, from the start again after the last one. */
export function nthOf<T>(list: readonly T[], at: number): T {
  const entry = list[at % list.length];
  if (entry === undefined) throw new Error('The list is empty.');
  return entry;
}
