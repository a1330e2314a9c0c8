import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Finding } from '../soak/figures';

/** Whom an attack must not hold up, each in ms: the owner's command, a new phone's page, and anybody's smallest request. */
export const COMMAND_MS = 1_500;
export const PAGE_MS = 3_000;
export const OTHERS_MS = 1_500;

/** What the people of the house had to wait for meanwhile, in ms; a wait that ended badly is counted apart. */
const seenSchema = v.object({
  commands: v.array(v.number()),
  pages: v.array(v.number()),
  checks: v.array(v.number()),
  failures: v.array(v.string())
});
export type Seen = v.InferOutput<typeof seenSchema>;

/** The owner and a new phone, in a process of their own: what attacks does not hold their clocks up. */
export class Bystander {
  readonly #child;

  /** @param parts as JSON, for the process */
  constructor(parts: { origin: string; secureOrigin: string; cookie: string; commandPath: string }) {
    const file = fileURLToPath(new URL('bystander-process.ts', import.meta.url));
    this.#child = fork(file, [JSON.stringify(parts)], { execArgv: ['--import', 'tsx'] });
  }

  /** What it saw since the last look; what is under way is waited for. */
  async look(): Promise<Seen> {
    this.#child.send('look');
    const [seen] = (await once(this.#child, 'message')) as unknown[];
    return v.parse(seenSchema, seen);
  }

  stop(): void {
    this.#child.kill();
  }
}

/** How long others waited during an attack, and before it. */
export function waitsOf(calm: Seen, { commands, pages, checks, failures }: Seen): readonly Finding[] {
  const before = (waits: readonly number[]) => `(before: ${Math.round(worst(waits))})`;
  const [failure] = failures;
  return [
    {
      of: `The owner’s ${commands.length} commands ${before(calm.commands)}`,
      ...{ found: worst(commands), most: COMMAND_MS, unit: 'ms' }
    },
    {
      of: `A new phone’s ${pages.length} pages ${before(calm.pages)}`,
      ...{ found: worst(pages), most: PAGE_MS, unit: 'ms' }
    },
    {
      of: `Others’ ${checks.length} requests, p99 ${before(calm.checks)}`,
      ...{ found: p99(checks), most: OTHERS_MS, unit: 'ms' }
    },
    { of: `Of these, failed ${failure ?? ''}`.trim(), found: failures.length, most: 0, unit: '' }
  ];
}

/** NaN where nothing was seen, which keeps no bound. */
const worst = (waits: readonly number[]) => (waits.length === 0 ? NaN : Math.max(...waits));

const p99 = (waits: readonly number[]) =>
  [...waits].sort((one, other) => one - other)[Math.ceil(waits.length * 0.99) - 1] ?? NaN;
