import { lockFolder } from '../../../proxy/store/folder-lock';

/** A process of its own that takes a folder, says whether it got it, and stays until it is killed. */
const locked = await lockFolder(process.argv[2] ?? '');
process.stdout.write(`${locked.ok ? 'held' : locked.error.code}\n`);
setInterval(() => undefined, 60_000);
