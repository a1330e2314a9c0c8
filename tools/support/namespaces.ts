import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

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

/**
 * A network namespace of a test's own, made by these commands: no packet leaves it. Returns a function that runs a script of TypeScript
 * there, and resolves with its output; undefined, with a warning that something is not tried, if none can be made here.
 */
export function networkNamespace(commands: readonly string[], untried: string) {
  const network = commands.join(' && ');
  const inside = (program: string) => ['-rn', 'sh', '-c', `${network}${program}`];
  if (spawnSync('unshare', inside('')).status !== 0) {
    console.warn(`No network namespace can be made here: ${untried} not tried.`);
    return undefined;
  }
  return async (...script: readonly string[]) => {
    const words = [process.execPath, '--import', 'tsx', ...script].map((word) => `"${word}"`).join(' ');
    const argv = inside(` && exec ${words}`);
    return (await promisify(execFile)('unshare', argv, { timeout: 60_000 })).stdout;
  };
}
