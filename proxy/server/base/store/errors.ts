/** The code of a system error, such as `ENOENT`; undefined for any other error. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** The result of work on a file or a folder; undefined if it does not exist. Rejects with any other error. */
export const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });

/** What the system's error codes mean for an owner, with what to do about it. */
const REASONS: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `there is no ${path}, so check its name`,
  ENOTDIR: (path) => `a part of ${path} is not a folder, so check its name`,
  EISDIR: (path) => `${path} is a folder, so name a file`,
  EACCES: (path) => `this user has no access to ${path}, so run this as its owner`,
  EPERM: (path) => `this user has no access to ${path}, so run this as its owner`,
  EROFS: (path) => `${path} is on a read-only disk, so make that writable`,
  EBUSY: (path) => `${path} is in use, so close what uses it`,
  ENOSPC: () => 'the disk is full, so free some space',
  EDQUOT: () => 'the disk quota is used up, so free some space',
  EIO: (path) => `the disk of ${path} is faulty, so check it`
};

/**
 * The reason of an error, as the end of a sentence for the owner: "there is no /srv/x, so check its name". An unknown error is its message.
 * @param path what was accessed, if the error does not name it
 */
export function reasonOf(error: unknown, path = 'the file'): string {
  const reason = REASONS[String(codeOf(error))];
  if (reason) return reason(pathOf(error) ?? path);
  return error instanceof Error ? error.message : String(error);
}

/** The path that a system error names; undefined for any other error. */
export function pathOf(error: unknown): string | undefined {
  const path: unknown = error instanceof Error && 'path' in error ? error.path : undefined;
  return typeof path === 'string' ? path : undefined;
}
