import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** A folder that imitates a checkout: the real scripts of `build` and `.ci`, with files of a test. */
export class Checkout {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<Checkout> {
    const root = await mkdtemp(join(tmpdir(), 'mantel-checkout-'));
    for (const folder of ['build', '.ci']) await cp(file(folder), join(root, folder), { recursive: true });
    return new Checkout(root);
  }

  /** @param path from the root; missing folders are created */
  async write(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), content);
  }

  /** Sets the modification time of a file or folder to this number of seconds ago. */
  async age(path: string, seconds: number): Promise<void> {
    const time = new Date(Date.now() - seconds * 1000);
    await utimes(join(this.root, path), time, time);
  }

  async remove(path = '.'): Promise<void> {
    await rm(join(this.root, path), { recursive: true });
  }
}
