import { step } from '../build/steps.mjs';

/**
 * How much was tested: a check is one test, a test program brings its own count.
 * @typedef {{ passed: number, failed: number }} Count
 */

/**
 * A named piece of a run; `about` says what it shows. `needs` are done before it starts, and it fails with them;
 * `isAlone` keeps the machine to itself, as one must that drives a browser or watches the time; `isLong` is done
 * only where it is named. Its work tells of its progress, and resolves with its count, or with nothing where it is one check.
 * @typedef {{
 *   about?: string,
 *   needs?: string[],
 *   isAlone?: boolean,
 *   isLong?: boolean,
 *   work: (onLine: (line: string) => void) => Promise<Count | void>
 * }} Step
 */

/** A failure of a program that ran many tests: what it said, and how many passed all the same. */
export class TestsFailed extends Error {
  /**
   * @param {Count} count
   * @param {Error} cause
   */
  constructor(count, cause) {
    super(cause.message, { cause });
    this.count = count;
  }
}

/**
 * The named steps with what they need, in the table's order; all but the long ones where no name is given.
 * @param {Record<string, Step>} steps
 * @param {string[]} names
 * @returns {[string, Step][]}
 * @throws an Error whose message names the steps that there are, where a name is none of them
 */
export function select(steps, names) {
  const unknown = names.filter((name) => !(name in steps));
  if (unknown.length > 0)
    throw new Error(`No step is called ${unknown.join(', ')}: there are ${Object.keys(steps).join(', ')}.`);
  const usual = Object.keys(steps).filter((name) => !steps[name]?.isLong);
  const wanted = names.length > 0 ? names : usual;
  const all = new Set(wanted.flatMap((name) => [name, ...(steps[name]?.needs ?? [])]));
  return Object.entries(steps).filter(([name]) => all.has(name));
}

/**
 * What `npm test -- --help` prints.
 * @param {Record<string, Step>} steps
 */
export function usageOf(steps) {
  const linesOf = (/** @type {boolean} */ areLong) =>
    Object.entries(steps)
      .filter(([, { isLong = false }]) => isLong === areLong)
      .map(([name, { about = '', needs }]) => {
        const needed = needs ? ` (needs ${needs.join(', ')})` : '';
        return `  ${name.padEnd(10)} ${about}${needed}`;
      });
  return [
    'npm test               does these steps',
    ...linesOf(false),
    'npm run check:long     does what takes longer',
    ...linesOf(true),
    'npm test -- <step>...  does only the named ones, and what they need',
    ''
  ].join('\n');
}

/**
 * Runs the steps, two at a time where they bear company, and adds up their counts. A failure stops only what
 * needs it.
 * @param {[string, Step][]} steps
 * @returns {Promise<Count>} never rejects
 */
export async function runAll(steps) {
  const total = { passed: 0, failed: 0 };
  const waiting = [...steps];
  /** Whether the steps that have ended did so well. @type {Map<string, boolean>} */
  const ended = new Map();
  /** @type {Map<string, { isAlone: boolean, end: Promise<void> }>} */
  const running = new Map();

  /** @param {[string, Step]} step */
  function mayStart([, { needs = [], isAlone = false }]) {
    if (!needs.every((name) => ended.has(name))) return false;
    if (isAlone) return running.size === 0;
    return running.size < 2 && [...running.values()].every((other) => !other.isAlone);
  }

  /**
   * @param {string} name
   * @param {Step} step
   */
  async function end(name, { needs = [], work }) {
    const broken = needs.find((need) => ended.get(need) === false);
    const count = await step(name, async (onLine) => {
      if (broken !== undefined) throw new Error(`not run, since ${broken} failed`);
      return (await work(onLine)) ?? { passed: 1, failed: 0 };
    }).catch((/** @type {unknown} */ error) =>
      error instanceof TestsFailed ? error.count : { passed: 0, failed: 1 }
    );
    total.passed += count.passed;
    total.failed += count.failed;
    ended.set(name, count.failed === 0);
    running.delete(name);
  }

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.find(mayStart);
    if (next) {
      const [name, step] = next;
      waiting.splice(waiting.indexOf(next), 1);
      running.set(name, { isAlone: step.isAlone ?? false, end: end(name, step) });
    } else {
      await Promise.race([...running.values()].map((other) => other.end));
    }
  }
  return total;
}
