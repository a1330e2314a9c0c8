import type { App } from '../app.svelte';
import { Commands } from './commands';

/**
 * Returns the app's commands. Their code is loaded with the first tile or sheet that can send one, after the first
 * screen.
 */
export function commandsOf(app: App): Commands {
  return app.commandsMadeBy((environment, partners) => new Commands(environment, partners));
}
