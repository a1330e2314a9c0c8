import { stat } from 'node:fs/promises';

/** Gives up root for the owner of a folder, for good. Does nothing for another user, and if root owns the folder or it does not exist. */
export async function becomeOwnerOf(folder: string): Promise<void> {
  if (process.geteuid?.() !== 0) return;
  const owner = await stat(folder).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return;
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}
