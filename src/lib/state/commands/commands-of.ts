import type { App } from '../app.svelte';
import { Commands } from './commands.svelte';

/** The app's commands. Their code comes with the first tile or sheet that can send one: no first screen waits for it. */
export function commandsOf(app: App): Commands {
  return app.commandsMadeBy((environment, partners) => new Commands(environment, partners));
}
