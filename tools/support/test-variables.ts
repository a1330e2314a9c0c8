/** Variables of the program that only tests set. They stand among its options, as `env` takes them: `NAME=value`. */

/** The program finds controllers on this machine, at this TCP port. */
export const controllerAt = (port: number): string[] => [
  'MANTEL_ALLOW_LOOPBACK=1',
  `MANTEL_CONTROLLER_PORT=${port}`
];

/** The program sends searches to this UDP port. */
export const searchesAt = (port: number): string[] => [`MANTEL_DISCOVERY_PORT=${port}`];

/** Splits words into variables and options. */
export function splitVariables(words: readonly string[]) {
  const isVariable = (word: string) => /^[A-Z_]+=/.test(word);
  const environment = words.filter(isVariable).map((word) => word.split('='));
  return {
    argv: words.filter((word) => !isVariable(word)),
    environment: Object.fromEntries(environment) as Record<string, string>
  };
}
