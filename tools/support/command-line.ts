import { build, checkNode } from '../../build/prepare.mjs';
import { messageOf } from './figures';

/** A tool: its help, how it reads its options, and what it does. */
interface Tool<Options> {
  /** Its arguments; by default those of this process. */
  readonly args?: string[];
  readonly help: string;
  /** Whether it runs the built program, which is built first if it is stale. */
  readonly isBuilt?: boolean;
  /** Throws an Error with a sentence for the user if the options are wrong. */
  readonly read: (args: string[]) => Options;
  /** Resolves with the exit code. */
  readonly run: (options: Options) => Promise<number>;
}

/** Runs a tool with the arguments of this process, and exits: with code 2 if its options are wrong, and 1 if it fails. */
export async function runTool<Options>({
  args = process.argv.slice(2),
  help,
  isBuilt = true,
  read,
  run
}: Tool<Options>): Promise<never> {
  if (args.includes('--help')) {
    console.log(help);
    process.exit();
  }
  // A signal would end this process without its exit event, which ends the programs that it has started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  let options: Options;
  try {
    options = read(args);
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${help}`);
    process.exit(2);
  }
  if (isBuilt) {
    checkNode();
    await build();
  }
  // Exits explicitly: Node 20 can hang in its cleanup after a long run.
  process.exit(await run(options));
}

/** An option with a text, for `parseArgs`. */
export const text = (value: string) => ({ type: 'string', default: value }) as const;

/** An option without a value, for `parseArgs`. */
export const flag = { type: 'boolean', default: false } as const;

/** The names of all entries, for the default of `--only` and the help. */
export const namesOf = (entries: Readonly<Record<string, unknown>>) => Object.keys(entries).join();

/** The names of all entries with what they are about, one a line, for the help. */
export const listOf = (entries: Readonly<Record<string, { readonly about: string }>>) =>
  Object.entries(entries)
    .map(([name, { about }]) => `    ${name.padEnd(20)}${about}`)
    .join('\n');

/**
 * The entries in `--only`, which are names separated by commas.
 * @throws an Error with a sentence if there is no such entry
 */
export const entriesOf = <Entry>(entries: Readonly<Record<string, Entry>>, only: string) =>
  only.split(',').map((name) => {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (!entry) throw new Error(`"${name}" is none of ${namesOf(entries)}`);
    return [name, entry] as const;
  });
