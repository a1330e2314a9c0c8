import { setLevel } from '#shared/interfaces/switch-multilevel';
import type { ReceivedCommand } from '../../proxy/virtual/commands/command-desk';
import { HOUSE } from '../../proxy/virtual/house/house';
import * as make from '../../proxy/virtual/house/make';
import type { RoomPlan } from '../../proxy/virtual/house/plan';
import type { ClientResult } from '../../src/lib/state/connection/failure';
import type { Word } from './hand';

/** Ids of the dimmers that storms press on. */
export const DIMMERS: readonly number[] = Array.from({ length: 12 }, (_, at) => 101 + at);

/** A room of them. */
export const DIMMER_ROOM: RoomPlan = {
  ...HOUSE.noRoom,
  id: 111,
  name: 'Long hall',
  devices: DIMMERS.map((id) => make.dimmer(id, `Dimmer ${id}`, 0))
};

/** Levels that are nearer than this could be taken for each other: radios round. */
const FAR = 10;

/** The levels of one dimmer, none of them soon again, so that commands can be told from each other. */
export class Levels {
  #unused: number[] = [];

  /** A level that nobody could take for the one that is shown. */
  next(shown: number): number {
    if (this.#unused.length <= 2 * FAR)
      this.#unused = Array.from({ length: 99 }, (_, at) => 1 + ((at * 37) % 99));
    const place = this.#unused.findIndex((level) => Math.abs(level - shown) >= FAR);
    const [level = 0] = this.#unused.splice(place, 1);
    return level;
  }
}

/** A command that sets a dimmer to a level, and all that was said of it. */
export interface Told {
  readonly device: number;
  readonly level: number;
  /** What happened to it on its way. */
  readonly where: string;
  /** When it was sent, in ms since the epoch. */
  readonly at: number;
  answer: ClientResult<unknown> | undefined;
  word: Word | undefined;
}

/** A command as it came to the controller, and what was said of it to whoever sent it. */
export interface Verdict {
  readonly command: string;
  /** How often the controller saw it. */
  readonly times: number;
  /** What the proxy answered. */
  readonly answer: string;
  readonly said: Word['said'] | undefined;
}

/** Lays what was said of commands beside what the controller saw of them. */
export function judge(commands: readonly Told[], received: readonly ReceivedCommand[]): readonly Verdict[] {
  return commands.map(({ device, level, where, at, answer, word }) => {
    const isAlike = (one: { device: number; level: number }) => one.device === device && one.level === level;
    const next = commands.find((later) => later.at > at && isAlike(later))?.at ?? Infinity;
    const seen = received.filter(
      (one) =>
        isAlike({ device: one.device, level: Number(one.params['level']) }) && one.at >= at && one.at < next
    );
    return {
      command: `${device} to ${level}, ${where}`,
      times: seen.length,
      answer: answer?.ok === false ? answer.error.code : 'accepted',
      said: word?.said
    };
  });
}

/** The call that a command makes. */
export const callOf = ({ level }: Told) => setLevel.call({ level });

/** Whether nothing was said that is not so. */
export const isTrue = ({ times, answer, said }: Verdict): boolean =>
  (answer !== 'accepted' || times === 1) &&
  (answer === 'accepted' || answer === 'outcome-unknown' || times === 0) &&
  (said !== 'confirmed' || times === 1) &&
  (said !== 'failed' || times === 0);
