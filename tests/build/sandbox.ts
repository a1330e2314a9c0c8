import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Whether this system allows namespaces with mounts and a network of their own. */
export const hasNamespaces =
  spawnSync('unshare', ['-rmn', 'sh', '-c', 'mount -t tmpfs none /mnt && ip link set lo up']).status === 0;

/** Programs that need a real root, or a real systemd. */
const IMITATIONS: Readonly<Record<string, string>> = {
  sudo: 'exec "$@"',
  // journalctl -u <unit> -n <lines>: units share a journal here.
  journalctl: 'tail -n "${4:-1000}" /mnt/.journal',
  // runuser -u <user> -- <command>
  runuser: 'shift 3; exec "$@"',
  useradd: `for name in "$@"; do :; done; echo "$name:x:0:0::/var/lib/mantel:/bin/sh" >>/etc/passwd; echo "$name:x:0:" >>/etc/group`,
  userdel: 'sed -i "/^$1:/d" /etc/passwd /etc/group'
};

/** The result of a command. */
interface CommandResult {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly text: string;
}

/** A system in which commands may install and remove services: its own folders and network, and nothing of it remains. */
export class Sandbox {
  readonly #folder: string;
  readonly #keeper: ChildProcess;
  /** Folder of the commands, which is /mnt for them. */
  readonly work: string;

  private constructor(folder: string, keeper: ChildProcess) {
    this.#folder = folder;
    this.#keeper = keeper;
    this.work = join(folder, 'work');
  }

  static async create(): Promise<Sandbox> {
    const folder = await mkdtemp(join(tmpdir(), 'mantel-sandbox-'));
    await mkdir(join(folder, 'bin'));
    await copyFile(file('systemctl.sh'), join(folder, 'bin/systemctl'));
    for (const [name, text] of Object.entries(IMITATIONS))
      await writeFile(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`);
    for (const name of ['systemctl', ...Object.keys(IMITATIONS)])
      await chmod(join(folder, 'bin', name), 0o755);
    const node = await realpath(process.execPath);
    const keeper = spawn('unshare', ['-rmn', 'sh', file('sandbox.sh'), folder, node], {
      stdio: ['ignore', 'pipe', 'inherit']
    });
    const [line] = (await once(createInterface({ input: keeper.stdout }), 'line')) as [string];
    if (line !== 'ready') throw new Error(`The sandbox did not start: ${line}`);
    return new Sandbox(folder, keeper);
  }

  /** Runs a command line of a shell in /mnt to its end. */
  run(line: string): Promise<CommandResult> {
    const [program, ...argv] = this.#entering(line);
    return new Promise((resolve) => {
      execFile(program, argv, { env: this.#environment }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
      });
    });
  }

  /**
   * Starts a command line that does not end by itself, and resolves when it prints a text. `stop` ends it like Ctrl-C, and resolves when all
   * its processes have ended.
   * @throws an Error with its output if it ends before
   */
  async start(line: string, text: string): Promise<{ stop: () => Promise<void> }> {
    const [program, ...argv] = this.#entering(line);
    const child = spawn(program, argv, { env: this.#environment, detached: true });
    const closed = once(child, 'close');
    let output = '';
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes(text)) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.on('close', () => reject(new Error(output)));
    });
    return {
      async stop() {
        process.kill(-(child.pid ?? 0), 'SIGINT');
        await closed;
      }
    };
  }

  async remove() {
    await this.run('systemctl stop mantel');
    this.#keeper.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }

  #entering(line: string): [string, ...string[]] {
    const into = [
      '--target',
      String(this.#keeper.pid),
      '--user',
      '--mount',
      '--net',
      '--preserve-credentials'
    ];
    return ['nsenter', ...into, 'sh', '-c', `cd /mnt && ${line}`];
  }

  /** Without the options that keep other tests off the network. This one leads nowhere. */
  get #environment() {
    const own = Object.entries(process.env).filter(([name]) => !/^(?:MANTEL|npm|XDG)_/.test(name));
    return {
      ...Object.fromEntries(own),
      HOME: '/root',
      PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
      npm_config_offline: 'true',
      npm_config_yes: 'true',
      npm_config_update_notifier: 'false',
      // In place of a terminal.
      MANTEL_PASSPHRASE_FILE: '/root/mantel.passphrase'
    };
  }
}
