import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder';
import { root } from './repository';

/** A folder that imitates a checkout, for one test: the real scripts of `build` and `.ci`, with files of the test. */
export class Checkout {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async create(): Promise<Checkout> {
    const checkout = new Checkout(await temporaryFolder());
    for (const folder of ['build', '.ci'])
      await cp(join(root, folder), join(checkout.root, folder), { recursive: true });
    return checkout;
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

  async remove(path: string): Promise<void> {
    await rm(join(this.root, path), { recursive: true });
  }

  /** Runs Node in it, whose npm is the file `npm.cjs`. */
  node(...argv: string[]) {
    const env = { ...process.env, npm_execpath: join(this.root, 'npm.cjs') };
    const child = spawn(process.execPath, argv, { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, stdout, stderr }));
    return { child, ended };
  }
}
