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
