import type { CommandState } from '#shared/commands/command-entry';
import { setStatus } from '#shared/interfaces/switch-binary';
import * as make from '../../../proxy/sources/virtual/house/make';
import { none, reported, type Finding } from '../../support/figures';
import { roomOf } from '../../support/house';
import type { Grant } from '../../support/join';
import { Speaker } from '../../support/speaker';
import type { World } from '../../support/world';

/** Ids of the lamps that batches switch. Nothing else commands them. */
const LAMPS: readonly number[] = Array.from({ length: 30 }, (_, at) => 201 + at);

/** A room with these lamps. */
export const LAMP_ROOM = roomOf(
  112,
  'Gallery',
  LAMPS.map((id) => make.lamp(id, `Lamp ${id}`))
);

/** A batch that was posted. */
interface PostedBatch {
  readonly id: string;
  readonly isOn: boolean;
  /** When it was posted, in ms since the epoch. */
  readonly at: number;
  isAcknowledged: boolean;
  /** Whether the program was killed after it. */
  isKilled: boolean;
  /** When the program was back after a kill, in ms since the epoch. */
  returnedAt: number;
  /** The state of each command by device, as it was read back last. */
  states: ReadonlyMap<number, CommandState>;
}

/** Posts batches that switch thirty lamps in turn on and off, reads them back, and compares them with what the controller received. */
export class Batches {
  readonly #world: World;
  readonly #grant: Grant;
  readonly #posted: PostedBatch[] = [];
  #speaker: Speaker | undefined;

  constructor(world: World, grant: Grant) {
    this.#world = world;
    this.#grant = grant;
  }

  /** Posts a batch. A program that does not answer is no error. */
  async post(): Promise<void> {
    const isOn = this.#posted.length % 2 === 0;
    const id = `soak-${this.#posted.length}`;
    const batch: PostedBatch = {
      id,
      isOn,
      at: Date.now(),
      isAcknowledged: false,
      isKilled: false,
      returnedAt: Infinity,
      states: new Map()
    };
    this.#posted.push(batch);
    const commands = LAMPS.map((device) => ({ device, ...setStatus.call({ status: isOn }) }));
    try {
      this.#speaker?.close();
      this.#speaker = await Speaker.open({ url: this.#world.program.url, ...this.#grant });
      const answer = await this.#speaker.say({ id, what: 'soak', expiresMs: 60_000, commands });
      batch.isAcknowledged = answer.type === 'taken';
    } catch {
      // The program was killed, or does not answer.
    }
  }

  /** Reads the states of the last batch on a new connection. Without a kill, the program has to know it. */
  async readBack(): Promise<void> {
    const batch = this.#posted.at(-1);
    try {
      const speaker = await Speaker.open({ url: this.#world.program.url, ...this.#grant });
      const entries = [...speaker.entries.values()].filter((entry) => entry.batch === batch?.id);
      if (batch) batch.states = new Map(entries.map(({ device, state }) => [device, state]));
      speaker.close();
    } catch {
      // The program does not answer.
    }
  }

  /** Closes the connection. */
  stop(): void {
    this.#speaker?.close();
  }

  /** Notes that the program was killed, and is back. */
  returned(): void {
    const batch = this.#posted.at(-1);
    if (batch) Object.assign(batch, { isKilled: true, returnedAt: Date.now(), states: new Map() });
  }

  /** What was found, with its bounds. */
  findings(): readonly Finding[] {
    const received = this.#world.controller.commandsReceived();
    const rows = this.#posted.flatMap((batch, index) => {
      const end = this.#posted[index + 1]?.at ?? Infinity;
      return LAMPS.map((lamp) => {
        const times = received
          .filter(({ device, params }) => device === lamp && params['status'] === batch.isOn)
          .filter(({ at }) => at >= batch.at && at < end)
          .map(({ at }) => at);
        return { batch, times, state: batch.states.get(lamp) };
      });
    });
    const count = (fits: (row: (typeof rows)[number]) => boolean) => rows.filter(fits).length;
    return [
      reported('Batches of 30 lamps', this.#posted.length),
      reported('Batches acknowledged', this.#posted.filter(({ isAcknowledged }) => isAcknowledged).length),
      reported(
        'Their commands read back as confirmed',
        count(({ state }) => state === 'confirmed')
      ),
      none(
        'Of those, commands that the controller did not receive',
        count(({ state, times }) => state === 'confirmed' && times.length === 0)
      ),
      none(
        'Commands of batches that the controller received more than once',
        count(({ times }) => times.length > 1)
      ),
      none(
        'Commands that arrived after the return of a killed program',
        count(({ batch, times }) => times.some((at) => at >= batch.returnedAt))
      ),
      none(
        'Commands that a new program still names',
        count(({ batch, state }) => batch.isKilled && state !== undefined)
      )
    ];
  }
}
