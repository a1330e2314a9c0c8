import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { atMost, none, type Finding } from '../../support/figures';

/**
 * The longest times that others may wait during an attack, in ms: for the owner's command, for a page on a
 * new phone, and for the smallest request.
 */
const COMMAND_MS = 1_500;
const PAGE_MS = 3_000;
const OTHERS_MS = 1_500;

/** Response times of others, in ms, and failed requests. */
const seenSchema = v.object({
  commands: v.array(v.number()),
  pages: v.array(v.number()),
  checks: v.array(v.number()),
  failures: v.array(v.string())
});
export type Measurements = v.InferOutput<typeof seenSchema>;

/**
 * Sends requests of the owner and of a new phone from a separate process, so that the attack does not slow
 * its measurements.
 */
export class Bystander {
  readonly #child;

  /** @param parts the origins of the program, the owner's cookie, and the path of a command of the owner */
  constructor(...parts: [origin: string, secureOrigin: string, cookie: string, commandPath: string]) {
    const file = fileURLToPath(new URL('bystander-process.ts', import.meta.url));
    this.#child = fork(file, parts, { execArgv: ['--import', 'tsx'] });
  }

  /** The measurements since the last call. Waits for running requests. */
  async takeMeasurements(): Promise<Measurements> {
    this.#child.send('look');
    const [seen] = (await once(this.#child, 'message')) as unknown[];
    return v.parse(seenSchema, seen);
  }

  stop(): void {
    this.#child.kill();
  }
}

/** Response times of others during an attack, with the times before it. */
export function waitsOf(
  calm: Measurements,
  { commands, pages, checks, failures }: Measurements
): readonly Finding[] {
  const before = (waits: readonly number[]) => `(before: ${Math.round(worst(waits))})`;
  const [failure] = failures;
  return [
    atMost(COMMAND_MS, `Owner’s ${commands.length} commands ${before(calm.commands)}`, worst(commands), 'ms'),
    atMost(PAGE_MS, `${pages.length} pages on a new phone ${before(calm.pages)}`, worst(pages), 'ms'),
    atMost(OTHERS_MS, `${checks.length} requests of others, p99 ${before(calm.checks)}`, p99(checks), 'ms'),
    none(`Failed requests ${failure ?? ''}`.trim(), failures.length)
  ];
}

/** NaN without measurements, which is outside every bound. */
const worst = (waits: readonly number[]) => (waits.length === 0 ? NaN : Math.max(...waits));

const p99 = (waits: readonly number[]) =>
  [...waits].sort((one, other) => one - other)[Math.ceil(waits.length * 0.99) - 1] ?? NaN;
