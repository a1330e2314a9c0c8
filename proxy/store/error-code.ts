/** What Node calls an error of the system (`ENOENT`); undefined for any other error. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
