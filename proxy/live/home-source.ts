import type { Journal } from './journal';
import type { HomeListener, ControllerStatus } from './watched-home';

/** A home as it is told to screens: the whole one that is watched, or the part that some of them see. */
export interface HomeSource {
  readonly journal: Journal;
  /** How the proxy stands to the controller; null until that is known. */
  readonly status: ControllerStatus | null;
  /** Hears of everything from now on; what it returns stops that. */
  subscribe(listener: HomeListener): () => void;
}
