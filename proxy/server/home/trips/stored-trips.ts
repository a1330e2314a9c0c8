import * as v from 'valibot';

/** Maximum length of a controller's file, in characters of JSON. */
const MAX_FILE_LENGTH = 250 * 1024;

/** A time of this boot, in ms since it began; or one of an earlier boot, in ms since the epoch. No clock setting changes the first. */
export type TripTime = { readonly up: number } | { readonly at: number };

const timeSchema = v.nullable(
  v.union([
    v.object({ up: v.pipe(v.number(), v.finite()) }),
    v.object({ at: v.pipe(v.number(), v.finite()) })
  ])
);

const storedSensorSchema = v.object({
  /** What the device was: see `modelOf`. */
  model: v.string(),
  isTripped: v.boolean(),
  isArmed: v.exactOptional(v.literal(true)),
  /** When it last became tripped, and when it last stopped; null: nobody watched. Absent: it was not seen to change. */
  tripped: v.exactOptional(timeSchema),
  calm: v.exactOptional(timeSchema)
});
/** What was seen of a binary sensor. */
export type StoredSensor = Readonly<v.InferOutput<typeof storedSensorSchema>>;

/** Schema of the file with the sensors of a controller, by the id of the device. */
export const storedTripsSchema = v.object({
  controller: v.string(),
  /** When the file was written: the boot, ms since that began, and ms since the epoch. */
  seen: v.object({ boot: v.string(), at: v.number(), clock: v.number() }),
  sensors: v.record(v.string(), storedSensorSchema)
});
export type StoredTrips = Readonly<v.InferOutput<typeof storedTripsSchema>>;

/** The stored sensors by their ids, with their times as they count in this boot. */
export function resumedSensors(
  { seen, sensors }: StoredTrips,
  boot: { readonly id: string; now(): number }
): Map<number, StoredSensor> {
  // A container that starts again may keep the id of the boot, while its uptime begins again.
  const isSameBoot = seen.boot === boot.id && seen.at <= boot.now();
  const resume = (time: TripTime): TripTime =>
    isSameBoot || 'at' in time ? time : { at: seen.clock - (seen.at - time.up) };
  return new Map(
    Object.entries(sensors).map(([id, { tripped, calm, ...sensor }]): [number, StoredSensor] => [
      Number(id),
      {
        ...sensor,
        ...(tripped !== undefined && { tripped: tripped && resume(tripped) }),
        ...(calm !== undefined && { calm: calm && resume(calm) })
      }
    ])
  );
}

/** Sensors by their ids: the armed ones first, then those that changed last. `changedAt`: when one did, in ms since the epoch. */
export function byImportance(
  sensors: ReadonlyMap<number, StoredSensor>,
  changedAt: (sensor: StoredSensor) => number
): readonly (readonly [number, StoredSensor])[] {
  const all = [...sensors].map(([id, sensor]) => ({ id, sensor, at: changedAt(sensor) }));
  const isArmed = ({ sensor }: { readonly sensor: StoredSensor }) => Number(sensor.isArmed === true);
  all.sort((one, other) => isArmed(other) - isArmed(one) || other.at - one.at);
  return all.map(({ id, sensor }) => [id, sensor]);
}

/** What of these sensors has room in a file: the first of them. */
export function sensorsInFile(
  sensors: readonly (readonly [number, StoredSensor])[]
): Record<string, StoredSensor> {
  // The rest of the file takes less than this.
  let length = 1_000;
  const isIn = ([id, sensor]: readonly [number, StoredSensor]) =>
    (length += `"${id}":${JSON.stringify(sensor)},`.length) <= MAX_FILE_LENGTH;
  return Object.fromEntries(sensors.filter(isIn));
}
