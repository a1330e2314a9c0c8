import { setTimeout as sleep } from 'node:timers/promises';
import { Durations, median, type Finding } from './figures';
import type { Vitals } from './vitals';
import type { World } from './world';

/** How often the program is looked at, in ms. */
const POLL_INTERVAL_MS = 1_000;

interface Look extends Vitals {
  readonly at: number;
}

/** What the system and the program itself say of how the program is, all the while. */
export class Record {
  /** From a question to its answer by `/healthz`, in ms, at rest: no event keeps the program from anything for longer. */
  readonly answers = new Durations();
  readonly #world: World;
  readonly #looks: Look[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Looks until it is told to stop; `isCalm` tells when nothing goes wrong. */
  async keep(isCalm: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (isCalm()) await this.#look();
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /** What was found between two moments of `performance.now`, against what was found between two later ones. */
  growth(early: readonly [number, number], late: readonly [number, number]): readonly Finding[] {
    const before = this.#between(early);
    const after = this.#between(late);
    const fewest = (looks: readonly Look[]) => Math.min(...looks.map(({ descriptors }) => descriptors));
    const memoryOf = (looks: readonly Look[]) => median(looks.map(({ memory }) => memory));
    return [
      { of: 'Resident memory after the warm-up', found: memoryOf(before), unit: 'MB' },
      { of: 'Resident memory has grown by', found: memoryOf(after) - memoryOf(before), most: 10, unit: 'MB' },
      { of: 'Descriptors after the warm-up, at their fewest', found: fewest(before), unit: '' },
      { of: 'Descriptors at the end, at their fewest', found: fewest(after), unit: '' },
      {
        of: 'Descriptors have grown or shrunk by',
        found: Math.abs(fewest(after) - fewest(before)),
        most: 5,
        unit: ''
      },
      { of: 'Share of a core, on the mean', found: shareOf([...before, ...after]), unit: '%' }
    ];
  }

  async #look() {
    const begun = performance.now();
    try {
      const answer = await fetch(`${this.#world.program.url}/healthz`);
      await answer.text();
      const at = performance.now();
      this.answers.add(at - begun);
      this.#looks.push({ at, ...(await this.#world.vitals()) });
    } catch {
      // It was killed just now, which somebody else looks at.
    }
  }

  #between([from, to]: readonly [number, number]): readonly Look[] {
    return this.#looks.filter(({ at }) => at >= from && at <= to);
  }
}

function shareOf(looks: readonly Look[]): number {
  const [first, last] = [looks[0], looks.at(-1)];
  return first && last ? ((last.cpu - first.cpu) / (last.at - first.at)) * 100 : NaN;
}
