import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, succeed, type Result } from '#shared/errors';
import { KEY_FILE, whyNot } from '../../server/base/store/data-folder';
import { codeOf } from '../../server/base/store/errors';
import { KEY_BYTES } from '../../server/base/store/seal';

/**
 * Does something with the key of a data folder, as its owner. The program may run there at the same time. Fails with `bad-data-dir` and a
 * sentence for the owner, also if the system refuses what is done.
 */
export async function withKeyOf<T>(
  folder: string,
  work: (key: Buffer) => Promise<T>
): Promise<Result<T, 'bad-data-dir'>> {
  try {
    const { uid } = await stat(folder);
    if (uid !== process.geteuid?.())
      return refuse(`The data folder ${folder} belongs to another user: run this as that user.`);
    const key = await readFile(join(folder, KEY_FILE));
    if (key.length !== KEY_BYTES) return refuse(`The key in ${folder} cannot be used: start Mantel once.`);
    return succeed(await work(key));
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return refuse(`There is no data folder of Mantel at ${folder}: name it with --data-dir.`);
    return refuse(`The data folder ${folder} ${whyNot(error)}`);
  }
}

const refuse = (message: string) => fail('bad-data-dir', message);
