import type { Household } from '../access/household';
import type { Homes } from '../live/homes';
import type { Moods } from '../lights/moods';
import type { Scenes } from '../scenes/scenes';
import type { TouchRules } from '../touch/touch-rules';
import { CommandInbox } from './command-inbox';
import type { CommandLog } from './command-log';
import { CommandExecutors } from './commands';
import { VisibleCommands } from './visible-commands';

/** What commands need of the household, and the homes that they change. */
interface StartCommandsDeps extends Pick<Household, 'screens' | 'accounts' | 'clock'> {
  readonly events: Household['log'];
  readonly log: CommandLog;
  readonly homes: Homes;
  readonly moods: Moods;
  readonly scenes: Pick<Scenes, 'seenBy'>;
  readonly touch: TouchRules;
}

/** Starts to take and to send commands. `stop` sends nothing more. */
export function startCommands(deps: StartCommandsDeps) {
  const { homes, moods, scenes, touch, screens, accounts, clock, log, events } = deps;
  const view = new VisibleCommands(log, clock, touch);
  const commands = new CommandExecutors({ homes, screens, accounts, touch, log, clock });
  const inbox = new CommandInbox({ commands, log, view, moods, scenes, touch, screens, clock, events });
  const stops = [
    commands.start(),
    log.onChange(({ entries }) => {
      for (const event of log.eventsOf(entries)) homes.emit(event);
    })
  ];
  return { log, view, commands, inbox, stop: () => stops.forEach((stop) => stop()) };
}
