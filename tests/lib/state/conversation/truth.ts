import type { ProxySide } from './proxy-side';

/** A touch, and what became of it so far. */
export interface Tap {
  readonly level: number;
  readonly devices: readonly number[];
  /** When its frame was sent, in the proxy's ms; null if none was. */
  sentAt: number | null;
  readonly expiresMs: number;
  /** What the page has told of each device's command as its end. */
  readonly ends: Map<number, string>;
}

/** Throws if something does not hold. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
}

/**
 * Checks what must hold after every event. Notes the ends of commands.
 * @param endOf what the page tells of the end of a tap's command for a device; null while it is under way, or nobody knows
 */
export function checkTruth(
  taps: readonly Tap[],
  { received, reported, refused }: Pick<ProxySide, 'received' | 'reported' | 'refused'>,
  endOf: (tap: Tap, device: number) => string | null
): void {
  const names = received.map(({ device, level }) => `${device} to ${level}`);
  must(new Set(names).size === names.length, `each command is sent at most once: ${names.join(', ')}`);
  for (const [at, { device, level }] of received.entries())
    must(
      !received.slice(0, at).some((earlier) => earlier.device === device && earlier.level > level),
      `commands are sent in the order of the touches: ${names.join(', ')}`
    );
  for (const tap of taps)
    for (const device of tap.devices) {
      const name = `${device} to ${tap.level}`;
      const sent = received[names.indexOf(name)];
      must(!sent || sent.at < (tap.sentAt ?? 0) + tap.expiresMs, `${name} is sent before it expires`);
      const end = endOf(tap, device);
      const before = tap.ends.get(device);
      if (end !== null) tap.ends.set(device, end);
      const isFinal = !before?.startsWith('failed') || end === before || end === 'replaced';
      must(isFinal && !(before && end === null), `${name} has one end: ${before}, then ${end}`);
      must(end !== 'confirmed' || reported.has(name), `a report confirms ${name}`);
      if (end === 'failed controller-refused') must(refused.has(name), `${name} was refused`);
      else must(!sent || !end?.startsWith('failed'), `${name} was sent, and the page says ${end}`);
    }
}
