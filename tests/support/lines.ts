/**
 * The tests in `--only`, which are names separated by commas.
 * @throws an Error with a sentence if there is no such test
 */
export const linesOf = <Line>(lines: Readonly<Record<string, Line>>, only: string) =>
  only.split(',').map((name) => {
    const line = Object.hasOwn(lines, name) ? lines[name] : undefined;
    if (!line) throw new Error(`--only takes ${namesOf(lines)}, not "${name}"`);
    return [name, line] as const;
  });

/** The names of all tests, for `--help`. */
export const namesOf = (lines: Readonly<Record<string, unknown>>) => Object.keys(lines).join(', ');

/**
 * Reads the command line with `read`. If that throws, prints its message and the help on stderr.
 * @returns null then: the program exits with code 2
 */
export function parseOrPrintHelp<Options>(read: (args: string[]) => Options, help: string): Options | null {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return null;
  }
}
