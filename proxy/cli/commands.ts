/** What `--help` says about a command of the program. */
interface CommandRow {
  readonly name: string;
  /** Its arguments, as they are written. */
  readonly arguments: string;
  readonly description: string;
  /** The options that matter to it, by their properties; undefined for all. */
  readonly options?: readonly string[];
}

/** The commands of the program, in the order of `--help`. Each takes options too. */
export const COMMAND_ROWS = [
  { name: 'start', arguments: '', description: 'Start Mantel. This is the default.' },
  {
    name: 'doctor',
    arguments: '',
    description: 'Check this box, and say what to do about each problem. The exit code is 1 if there is one.'
  },
  {
    name: 'setup-code',
    arguments: '',
    description: 'Print a setup code. It lets one phone into a closed household, once, within 15 minutes.',
    options: ['dataDir']
  },
  {
    name: 'backup',
    arguments: '<file>',
    description: 'Write the data folder to a new file; with --keep, to a new file in this folder.',
    options: ['dataDir', 'keep', 'plain', 'passphraseFile']
  },
  {
    name: 'restore',
    arguments: '<file>',
    description: 'Restore a backup into a new or empty data folder.',
    options: ['dataDir', 'passphraseFile', 'endScreens']
  },
  {
    name: 'service',
    arguments: 'install|uninstall|status|backups',
    description:
      'Install this version as a systemd service, remove it, show its state, or make a backup every night: `service backups <folder>`.',
    options: ['keep', 'off', 'plain', 'passphraseFile']
  },
  {
    name: 'update',
    arguments: '<archive>',
    description:
      'Update the service to an archive: check it, back up, run it on a copy of the data for 60 s, then replace the service, or roll back.',
    options: ['sha256', 'yes']
  }
] as const satisfies readonly CommandRow[];

/** Name of a command. */
export type CommandName = (typeof COMMAND_ROWS)[number]['name'];

/** The row of a command; undefined if there is no such command. */
export const commandRow = (name: string): (CommandRow & { readonly name: CommandName }) | undefined =>
  COMMAND_ROWS.find((row) => row.name === name);
