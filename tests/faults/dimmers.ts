import { setLevel } from '#shared/interfaces/switch-multilevel';
import * as make from '../../proxy/sources/virtual/house/make';
import type { ReceivedCommand } from '../../proxy/sources/virtual/start';
import type { ClientResult } from '../../src/lib/state/proxy/failure';
import { roomOf } from '../../tools/support/house';
import type { CommandOutcome } from './command-driver';

/** Ids of the dimmers that the storms control. */
export const DIMMERS: readonly number[] = Array.from({ length: 12 }, (_, at) => 101 + at);

/** A room with these dimmers. */
export const DIMMER_ROOM = roomOf(
  111,
  'Long hall',
  DIMMERS.map((id) => make.dimmer(id, `Dimmer ${id}`, 0))
);

/** The minimum distance between two levels. Radios round, so closer levels could be confused. */
const MIN_LEVEL_DISTANCE = 10;

/** Levels for one dimmer. A level is not repeated soon, so that commands can be distinguished. */
export class Levels {
  #unused: number[] = [];

  /** A level that is clearly different from the shown one. */
  next(shown: number): number {
    if (this.#unused.length <= 2 * MIN_LEVEL_DISTANCE)
      this.#unused = Array.from({ length: 99 }, (_, at) => 1 + ((at * 37) % 99));
    const index = this.#unused.findIndex((level) => Math.abs(level - shown) >= MIN_LEVEL_DISTANCE);
    const [level = 0] = this.#unused.splice(index, 1);
    return level;
  }
}

/** A command that sets a dimmer, with its response and its outcome. */
export interface SentCommand {
  readonly device: number;
  readonly level: number;
  /** Where in the test it was sent. */
  readonly where: string;
  /** When it was sent, in ms since the epoch. */
  readonly at: number;
  answer?: ClientResult<unknown>;
  outcome?: CommandOutcome;
}

/** A command, how often the controller received it, and the result that its sender saw. */
export interface Verdict {
  readonly command: string;
  /** How often the controller received it. */
  readonly times: number;
  /** The proxy's response. */
  readonly answer: string;
  readonly result: CommandOutcome['result'] | undefined;
}

/** Compares what was reported about commands with what the controller received. */
export function checkReports(
  commands: readonly SentCommand[],
  received: readonly ReceivedCommand[]
): readonly Verdict[] {
  return commands.map(({ device, level, where, at, answer, outcome }) => {
    const isAlike = (one: { device: number; level: number }) => one.device === device && one.level === level;
    const next = commands.find((later) => later.at > at && isAlike(later))?.at ?? Infinity;
    const seen = received.filter(
      (one) =>
        isAlike({ device: one.device, level: Number(one.params['level']) }) && one.at >= at && one.at < next
    );
    const command = `${device} to ${level}, ${where}`;
    const code = answer?.ok === false ? answer.error.code : 'accepted';
    return { command, times: seen.length, answer: code, result: outcome?.result };
  });
}

/** The call of a command. */
export const callOf = ({ level }: SentCommand) => setLevel.call({ level });

/** Whether everything that was reported is true. */
export const isTruthful = ({ times, answer, result }: Verdict): boolean =>
  (answer === 'accepted' || answer === 'outcome-unknown' || times === 0) &&
  (result !== 'confirmed' || times === 1) &&
  (result !== 'failed' || times === 0);
