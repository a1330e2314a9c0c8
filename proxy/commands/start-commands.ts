import type { CommandExecutors, CommandHousehold } from './commands';

/** Starts to send commands, and to tell the listeners of homes what becomes of them. Returns a function after which nothing more is sent. */
export function startCommands(
  _app: unknown,
  { commandLog, commands, homes }: CommandHousehold & { readonly commands: CommandExecutors }
): () => void {
  const stops = [
    commands.start(),
    commandLog.onChange(({ entries }) => {
      for (const event of commandLog.eventsOf(entries)) homes.emit(event);
    })
  ];
  return () => stops.forEach((stop) => stop());
}
