import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import { ifThere } from '../../server/base/store/errors';
import { unsealValue } from '../../server/base/store/seal';
import { SealedNote } from '../../server/base/store/sealed-note';
import { FORGET_NOTE, forgetNoteSchema } from '../../server/household/leaving/forget-note';
import { storedZWaveJsSchema, ZWAVE_JS_FILE, ZWAVE_JS_NAME } from '../../sources/zwave-js/set-up';
import { plainName } from '../log';
import { withKeyOf } from './data-folder-key';

/** What the list of controllers says of each home. */
const homesSchema = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    /** When it was added, in ms since the epoch; 0 if it is not known. */
    addedAt: v.number()
  })
);
type Home = v.InferOutput<typeof homesSchema>[number];

/** Input of `forget`. */
interface ForgetCommand {
  /** The id of a home, or its name in upper or lower case. */
  readonly home: string;
  /** Whether it goes at once, and not in 24 hours. */
  readonly now: boolean;
  /** Prints lines for the owner. */
  readonly print: (text: string) => void;
}

/**
 * Tells the program to forget a home, by a note that it reads while it runs or at its next start. Returns what happens, in words. Fails with a
 * sentence for the owner, and changes nothing, if not exactly one home is meant: then it prints all homes.
 */
export async function forgetHome(
  folder: string,
  { home, now, print }: ForgetCommand
): Promise<Result<string, 'bad-data-dir' | 'no-home'>> {
  const done = await withKeyOf(folder, async (key) => {
    const homes = await readHomes(folder, key);
    if (!homes)
      return refuse(`The list of homes in ${folder} cannot be read: \`mantel doctor\` says what to do.`);
    const [meant, ...others] = homesMeant(homes, home);
    if (!meant || others.length > 0) {
      print(homes.map(lineOf).join(''));
      return refuse(
        meant ? 'Several homes have that name: give an id.' : 'There is no home of that name or id.'
      );
    }
    const note = new SealedNote({ folder, name: FORGET_NOTE, key, schema: forgetNoteSchema });
    const waiting = (await note.read())?.controller;
    // A home that the program does not know any more needs no note.
    const first = homes.find(({ id }) => id === waiting && id !== meant.id);
    if (first)
      return refuse(
        `${plainName(first.name)} is to be forgotten first: start Mantel, or try again in 10 seconds.`
      );
    await note.write({ controller: meant.id, now });
    const name = plainName(meant.name);
    return succeed(now ? `${name} ${GOES_NOW}` : `${name} ${GOES_LATER}`);
  });
  return done.ok ? done.value : done;
}

const GOES_NOW = 'goes within 10 seconds, or with the next start of Mantel.';
const GOES_LATER =
  'goes after Mantel has run for 24 h. Its phones and tablets are locked until then; one that manages it, or a setup code, takes it back.';

/** The homes of a data folder; undefined if a file with them cannot be read. */
async function readHomes(folder: string, key: Buffer): Promise<readonly Home[] | undefined> {
  const read = async <T>(name: string, schema: v.GenericSchema<unknown, T>, none: T) => {
    const sealed = await ifThere(readFile(join(folder, name)));
    return sealed ? unsealValue(key, name, schema, sealed) : succeed(none);
  };
  const controllers = await read('controllers', homesSchema, []);
  const zwaveJs = await read(ZWAVE_JS_FILE, storedZWaveJsSchema, null);
  if (!controllers.ok || !zwaveJs.ok) return undefined;
  const { value: setUp } = zwaveJs;
  return [...controllers.value, ...(setUp ? [{ id: setUp.id, name: ZWAVE_JS_NAME, addedAt: 0 }] : [])];
}

/** The homes that somebody means: the one with that id, or those with that name. */
function homesMeant(homes: readonly Home[], text: string): readonly Home[] {
  const spelled = (name: string) => plainName(name).normalize('NFC').toLowerCase();
  const byId = homes.filter(({ id }) => id === spelled(text));
  return byId.length > 0 ? byId : homes.filter(({ name }) => spelled(name) === spelled(text));
}

function lineOf({ id, name, addedAt }: Home): string {
  const day = addedAt > 0 ? new Date(addedAt).toISOString().slice(0, 10) : 'an unknown day';
  return `${plainName(name)}  ${id}  added on ${day}\n`;
}

const refuse = (message: string) => fail('no-home', message);
