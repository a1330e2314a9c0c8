import { step } from '../build/steps.mjs';

/**
 * The number of tests: a check counts as one test, a test program reports its own count.
 * @typedef {{ passed: number, failed: number }} Count
 */

/**
 * A step of a run. `about` is its line in the help. The step starts after the steps in `needs`, and fails if
 * one of them failed. An `isAlone` step runs while no other step runs: it drives a browser or measures time.
 * An `isLong` step runs only if it is named. `work` calls `onLine` with its output, and resolves with its
 * count, or with nothing if it is a single check.
 * @typedef {{
 *   about?: string,
 *   needs?: string[],
 *   isAlone?: boolean,
 *   isLong?: boolean,
 *   work: (onLine: (line: string) => void) => Promise<Count | void>
 * }} Step
 */

/** The number of steps that run at a time. */
const MAX_RUNNING = 3;

/** A failed test program, with its counts and its error as `cause`. */
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
 * The named steps and the steps that they need, in the order of the table. Without names: all steps that are
 * not long.
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
    'npm test               runs these steps',
    ...linesOf(false),
    'npm run check:long     runs the longer ones',
    ...linesOf(true),
    'npm test -- <step>...  runs the named steps, and the steps that they need',
    ''
  ].join('\n');
}

/**
 * Runs the steps and adds up their counts. Three steps run at a time, unless one of them must run alone: with
 * two, one of two processors would be idle at the end. If a step fails, only the steps that need it are skipped.
 * @param {[string, Step][]} steps
 * @returns {Promise<Count>} never rejects
 */
export async function runAll(steps) {
  const total = { passed: 0, failed: 0 };
  const waiting = [...steps];
  /** Whether each finished step succeeded. @type {Map<string, boolean>} */
  const ended = new Map();
  /** @type {Map<string, { isAlone: boolean, end: Promise<void> }>} */
  const running = new Map();

  /** @param {[string, Step]} step */
  function mayStart([, { needs = [], isAlone = false }]) {
    if (!needs.every((name) => ended.has(name))) return false;
    if (isAlone) return running.size === 0;
    return running.size < MAX_RUNNING && [...running.values()].every((other) => !other.isAlone);
  }

  /**
   * @param {string} name
   * @param {Step} step
   */
  async function end(name, { needs = [], work }) {
    const broken = needs.find((need) => ended.get(need) === false);
    const count = await step(name, async (onLine) => {
      if (broken !== undefined) throw new Error(`not run, because ${broken} failed`);
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
