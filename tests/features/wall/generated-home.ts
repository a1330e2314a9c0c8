import { randomOf } from '../../../proxy/sources/virtual/random';

/** Names of rooms and doors in each language. */
const NAMES = {
  en: {
    rooms: ['Living room', 'Kitchen', 'Hall', 'Bedroom', 'Bathroom', 'Attic'],
    doors: ['Terrace door', 'Front door', 'Window', 'Roof window']
  },
  uk: {
    rooms: ['Вітальня', 'Кухня', 'Хол', 'Спальня', 'Ванна', 'Горище'],
    doors: ['Двері на терасу', 'Вхідні двері', 'Вікно', 'Мансардне вікно']
  }
} as const;

/**
 * Generates a home as loose JSON: one to six rooms with lamps, doors and sensors in different states.
 * @param now ms since the epoch
 */
export function generateHome(seed: number, language: keyof typeof NAMES, now: number) {
  const { next: random } = randomOf(seed, 'home');
  const below = (count: number) => Math.floor(random() * count);
  const isChance = (share: number) => random() < share;
  const names = NAMES[language];
  // Half of the homes are quiet, as at night.
  const isQuiet = isChance(0.5);
  const rooms = names.rooms.slice(0, 1 + below(6)).map((name, at) => ({ id: at + 1, name, order: at }));
  let id = 0;
  const common = (room: number, name: string) => ({ id: ++id, name, room_id: room, alive: !isChance(0.04) });
  const battery = () => (isChance(0.08) ? 4 : 80);
  const devices = rooms.flatMap((room) => {
    const lamps = Array.from({ length: below(4) }, (_, at) => ({
      ...common(room.id, `${room.name} ${at + 1}`),
      type: 'DevDimmer',
      interfaces: ['SwitchMultilevel', 'SwitchBinary'],
      params: { Level: isChance(isQuiet ? 0.05 : 0.4) ? 60 : 0 }
    }));
    const doors = Array.from({ length: below(3) }, () => ({
      ...common(room.id, names.doors[below(names.doors.length)] ?? ''),
      type: 'DevBinarySensor',
      role: 'BinaryDoorSensor',
      interfaces: ['SensorBinary', 'Battery'],
      params: {
        Tripped: isChance(isQuiet ? 0.05 : 0.35),
        Armed: isChance(0.05),
        lasttrip: Math.floor(now / 1000) - Math.floor(30 * 10 ** (4 * random())),
        batteryLevel: battery()
      }
    }));
    return [...lamps, ...doors];
  });
  return { rooms, devices };
}
