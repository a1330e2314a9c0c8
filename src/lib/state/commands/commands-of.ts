import { onePerApp } from '../one-per';
import { Commands } from './commands';

/**
 * Returns the app's commands. Their code is loaded with the first tile or sheet that can send one, after the first
 * screen: from then on the link does not wait for an idle browser.
 */
export const commandsOf = onePerApp((app): Commands => {
  const commands = new Commands(app.environment, app);
  app.lifetime.onEnd(commands.start());
  app.lifetime.onEnd(() => (app.commands.value = null));
  app.commands.value = commands;
  app.link.hurry();
  return commands;
});
