import { execFileSync } from 'node:child_process';

/**
 * Whether this system allows a user namespace (`unshare -rm`) in which mounts are allowed and private. If it does not, this warns that
 * something is not tried.
 */
export function canMount(untried: string): boolean {
  try {
    execFileSync('unshare', ['-rm', 'true'], { stdio: 'pipe' });
    return true;
  } catch (error) {
    console.warn(`${untried} not tried: this system lets nobody have a mount namespace: ${String(error)}`);
    return false;
  }
}
