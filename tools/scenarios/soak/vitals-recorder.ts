import { atMost, reported, median, type Finding } from '../../support/figures';
import type { Vitals } from '../../support/vitals';
import type { World } from '../../support/world';

interface Sample extends Vitals {
  readonly at: number;
}

/** Records the program's vitals during a run. */
export class VitalsRecorder {
  readonly #world: World;
  readonly #samples: Sample[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Takes one sample. */
  async measure(): Promise<void> {
    try {
      this.#samples.push({ at: performance.now(), ...(await this.#world.vitals()) });
    } catch {
      // The program was just killed, which is checked elsewhere.
    }
  }

  /** Compares two time windows, given as moments of `performance.now`. */
  growth(early: readonly [number, number], late: readonly [number, number]): readonly Finding[] {
    const before = this.#between(early);
    const after = this.#between(late);
    const fewest = (samples: readonly Sample[]) => Math.min(...samples.map(({ descriptors }) => descriptors));
    const memoryOf = (samples: readonly Sample[]) => median(samples.map(({ memory }) => memory));
    return [
      reported('Resident memory after the warm-up', memoryOf(before), 'MB'),
      atMost(10, 'Growth of resident memory', memoryOf(after) - memoryOf(before), 'MB'),
      reported('Descriptors after the warm-up, minimum', fewest(before)),
      reported('Descriptors at the end, minimum', fewest(after)),
      atMost(5, 'Change of descriptors', Math.abs(fewest(after) - fewest(before)), ''),
      reported('Mean CPU use', shareOf([...before, ...after]), '%')
    ];
  }

  #between([from, to]: readonly [number, number]): readonly Sample[] {
    return this.#samples.filter(({ at }) => at >= from && at <= to);
  }
}

function shareOf(samples: readonly Sample[]): number {
  const first = samples[0];
  const last = samples.at(-1);
  return first && last ? ((last.cpu - first.cpu) / (last.at - first.at)) * 100 : NaN;
}
