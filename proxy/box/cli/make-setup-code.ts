import type { Clock } from '#shared/clock';
import type { Result } from '#shared/errors';
import { SealedNote } from '../../server/base/store/sealed-note';
import { SETUP_CODE_NOTE, SetupCodes, setupCodeNoteSchema } from '../../server/household/sign-in/setup-codes';
import { withKeyOf } from './data-folder-key';

/**
 * Creates a setup code for the household in a data folder. Fails as `withKeyOf` does.
 * @param isForNextStart whether its time begins with the next start of the program
 */
export const makeSetupCode = (
  folder: string,
  clock: Clock,
  isForNextStart = false
): Promise<Result<string, 'bad-data-dir'>> =>
  withKeyOf(folder, (key) => {
    const note = new SealedNote({ folder, name: SETUP_CODE_NOTE, key, schema: setupCodeNoteSchema });
    return new SetupCodes(note, clock).make({ isForNextStart });
  });
