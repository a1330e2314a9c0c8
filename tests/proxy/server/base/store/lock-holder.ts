import { lockFolder } from '../../../../../proxy/server/base/store/folder-lock';

/** Runs in its own process: locks a folder, prints whether it succeeded, and stays until it is killed. */
const locked = await lockFolder(process.argv[2] ?? '');
process.stdout.write(`${locked.ok ? 'held' : locked.error.code}\n`);
setInterval(() => undefined, 60_000);
