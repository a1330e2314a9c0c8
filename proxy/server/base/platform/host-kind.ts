import { existsSync } from 'node:fs';
import { release } from 'node:os';

/** Kind of host, as far as the network is concerned: addresses of a container or of WSL are often not in the home's network. */
export type HostKind = 'plain' | 'container' | 'wsl';

/** Files that container engines create in a container. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

/** Detects on what kind of host the program runs. */
export function detectHostKind(exists: (path: string) => boolean = existsSync, kernel = release()): HostKind {
  if (CONTAINER_MARKS.some(exists)) return 'container';
  return /microsoft/i.test(kernel) ? 'wsl' : 'plain';
}
