import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '#shared/clock';
import { fail, succeed, type Result } from '#shared/errors';
import { KEY_FILE, whyNot } from '../../server/base/store/data-folder';
import { codeOf } from '../../server/base/store/errors';
import { KEY_BYTES } from '../../server/base/store/seal';
import { SealedNote } from '../../server/base/store/sealed-note';
import { SETUP_CODE_NOTE, SetupCodes, setupCodeNoteSchema } from '../../server/household/sign-in/setup-codes';

/**
 * Creates a setup code for the household in a data folder. The program may run there at the same time. Fails with `no-setup-code` and a
 * sentence for the owner.
 */
export async function makeSetupCode(folder: string, clock: Clock): Promise<Result<string, 'no-setup-code'>> {
  try {
    const { uid } = await stat(folder);
    if (uid !== process.geteuid?.())
      return refuse(`The data folder ${folder} belongs to another user: run this as that user.`);
    const key = await readFile(join(folder, KEY_FILE));
    if (key.length !== KEY_BYTES) return refuse(`The key in ${folder} cannot be used: start Mantel once.`);
    const note = new SealedNote({ folder, name: SETUP_CODE_NOTE, key, schema: setupCodeNoteSchema });
    return succeed(await new SetupCodes(note, clock).make());
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return refuse(`There is no data folder of Mantel at ${folder}: name it with --data-dir.`);
    return refuse(`The data folder ${folder} ${whyNot(error)}`);
  }
}

const refuse = (message: string) => fail('no-setup-code', message);
