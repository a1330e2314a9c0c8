import * as v from 'valibot';
import { file, folder } from './options';

const homeName = v.pipe(v.string(), v.trim(), v.nonEmpty('it is the name or the id of a home'));

/** What `--help` says about a command of the program. */
export interface CommandRow<Name extends string> {
  readonly name: Name;
  /** Its arguments, as they are written. */
  readonly arguments: string;
  /** Reads its argument; undefined if it takes none. */
  readonly argument?: v.GenericSchema<string>;
  /** The switch, by its property, that stands in place of the argument. */
  readonly instead?: string;
  readonly description: string;
  /** The options that matter to it, by their properties, beside those of the running program; undefined for those alone. */
  readonly options?: readonly string[];
}

const serviceAction = v.picklist(
  ['install', 'uninstall', 'status', 'finish'],
  'it is install, uninstall, status, finish or backups'
);

/** The folder of the nightly backups, or that there are none. */
const folderOrOff = v.union([v.literal('off'), folder], 'it is a whole path or `off`');

const table = <Name extends string>(rows: readonly CommandRow<Name>[]) => rows;

/** The commands of the program, in the order of `--help`. Each takes options too. */
export const COMMAND_ROWS = table([
  { name: 'start', arguments: '', description: 'Start Mantel. This is the default.' },
  {
    name: 'doctor',
    arguments: '',
    description: 'Check this box, and say what to do about each problem. The exit code is 1 if there is one.',
    options: ['report']
  },
  {
    name: 'setup-code',
    arguments: '',
    description: 'Print a setup code. It lets one phone into a closed household, once, within 15 minutes.',
    options: ['dataDir']
  },
  {
    name: 'forget',
    arguments: '<home>',
    argument: homeName,
    description:
      'Forget a home, by its name or id: all of it goes from this box after Mantel has run for 24 hours; with --now at once.',
    options: ['dataDir', 'now']
  },
  {
    name: 'backup',
    arguments: '<file>',
    argument: file,
    description: 'Write the data folder to a new file; with --keep, to a new file in this folder.',
    options: ['dataDir', 'keep', 'plain', 'passphraseFile', 'withRecord']
  },
  {
    name: 'restore',
    arguments: '<file>',
    argument: file,
    description: 'Restore a backup into a new or empty data folder.',
    options: ['dataDir', 'passphraseFile', 'yes']
  },
  {
    name: 'service',
    arguments: 'install|uninstall|status|finish',
    argument: serviceAction,
    description:
      'Install this version as a systemd service, remove it, show its state, or finish an update that was interrupted.'
  },
  {
    name: 'service backups',
    arguments: '<folder>|off',
    argument: folderOrOff,
    description: 'Make a backup every night, or no longer.',
    options: ['keep', 'plain', 'passphraseFile']
  },
  {
    name: 'update',
    arguments: '<archive>',
    argument: file,
    instead: 'back',
    description:
      'Update the service to an archive: check it, back up, switch, and go back if it does not stay ready for 20 s.',
    options: ['back', 'yes']
  }
]);

/** Name of a command. */
export type CommandName = (typeof COMMAND_ROWS)[number]['name'];

/** The row of the command that a command line starts with; undefined if there is no such command. */
export const commandRow = ([name = '', action = '']: readonly string[]) =>
  [`${name} ${action}`, name].flatMap((each) => COMMAND_ROWS.filter((row) => row.name === each))[0];

/** The commands that an option is for, by its property; none if the running program has it too. */
export const commandsWith = (property: string): CommandName[] =>
  property === 'dataDir'
    ? []
    : COMMAND_ROWS.filter(({ options }) => options?.includes(property)).map(({ name }) => name);
