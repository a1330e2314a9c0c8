/** A user other than root, for whom file modes apply. */
export const NOBODY = 65_534;

/** Runs a function as a user for whom file modes apply: the current one, or `nobody` for root. */
export async function asAnotherUser<T>(deed: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return deed();
  process.seteuid?.(NOBODY);
  try {
    return await deed();
  } finally {
    process.seteuid?.(0);
  }
}
