import { constants, open, type FileHandle } from 'node:fs/promises';
import { ifThere } from './errors';
import { replaceFile } from './replace-file';

/** Bytes of each copy: the screens of a household fit, at their largest. */
const COPY_BYTES = 3 * 2 ** 19;

/** The first byte of an allocated file. Its block is written once, so that no interrupted write damages it. */
const MARK = 2;
const HEAD_BYTES = 4096;

/** Where the copies start. */
const STARTS = [HEAD_BYTES, HEAD_BYTES + COPY_BYTES] as const;
const FILE_BYTES = HEAD_BYTES + STARTS.length * COPY_BYTES;

/** Bytes of the length before each copy's content. */
const LENGTH_BYTES = 4;

/** The contents of a file, by how new they are: the copies of an allocated file, or else the file itself. One of the copies may be damaged. */
export function copiesIn(file: Buffer): readonly [Buffer, ...Buffer[]] {
  if (file[0] !== MARK || file.length !== FILE_BYTES) return [file];
  const copyAt = (start: number) => {
    const from = start + LENGTH_BYTES;
    return file.subarray(from, from + file.readUInt32BE(start));
  };
  return [copyAt(STARTS[0]), copyAt(STARTS[1])];
}

/**
 * Replaces the content of an allocated file, which takes no disk space: both of its copies are overwritten, one after the other, so that
 * a power cut damages one of them at most. They are on the disk when this resolves. A file that is not allocated yet is replaced once. (A
 * copy-on-write file system may refuse the write on a full disk.)
 */
export async function overwriteFile(path: string, content: Buffer) {
  const copy = Buffer.alloc(LENGTH_BYTES + content.length);
  copy.writeUInt32BE(content.length);
  content.copy(copy, LENGTH_BYTES);
  if (copy.length > COPY_BYTES) throw new Error('The content is too long for its file.');
  const file = await ifThere(open(path, constants.O_WRONLY | constants.O_DSYNC));
  try {
    if ((await file?.stat())?.size !== FILE_BYTES) await replaceFile(path, allocated(copy));
    else for (const start of STARTS) await overwrite(file, copy, start);
  } finally {
    await file?.close();
  }
}

/** Its free space is zeros, because holes would need disk space later. */
function allocated(copy: Buffer): Buffer {
  const file = Buffer.alloc(FILE_BYTES);
  file[0] = MARK;
  for (const start of STARTS) copy.copy(file, start);
  return file;
}

async function overwrite(file: FileHandle | undefined, copy: Buffer, start: number) {
  const written = await file?.write(copy, 0, copy.length, start);
  if (written?.bytesWritten !== copy.length) throw new Error('The write was incomplete.');
}
