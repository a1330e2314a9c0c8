import { existsSync } from 'node:fs';
import { release } from 'node:os';

/** Where the program runs, as far as the network is concerned: a container's and WSL's addresses are often not the home's. */
export type HostKind = 'plain' | 'container' | 'wsl';

/** What container engines leave in what they start. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv'];

/** Looks where the program runs. */
export function detectHostKind(exists: (path: string) => boolean = existsSync, kernel = release()): HostKind {
  if (CONTAINER_MARKS.some(exists)) return 'container';
  return /microsoft/i.test(kernel) ? 'wsl' : 'plain';
}
