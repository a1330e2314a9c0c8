/**
 * The lines of a long run that `--only` asks for, by their names, parted by commas.
 * @throws a sentence where there is no such line
 */
export const linesOf = <Line>(lines: Readonly<Record<string, Line>>, only: string) =>
  only.split(',').map((name) => {
    const line = Object.hasOwn(lines, name) ? lines[name] : undefined;
    if (!line) throw new Error(`--only takes ${namesOf(lines)}, not "${name}"`);
    return [name, line] as const;
  });

/** The names of all lines, as `--help` tells them. */
export const namesOf = (lines: Readonly<Record<string, unknown>>) => Object.keys(lines).join(', ');

/**
 * What the command line asks for, as `read` understands it. Where it throws, its sentence and the help are printed on stderr.
 * @returns null then: the program ends with exit code 2
 */
export function readOrExplain<Wish>(read: (args: string[]) => Wish, help: string): Wish | null {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return null;
  }
}
