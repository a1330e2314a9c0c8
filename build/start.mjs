/**
 * `npm start -- <options>`: installs and builds what is missing or stale, then runs the proxy with these
 * options and exits with its exit code. Only the proxy writes to stdout.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { build, checkNode, install } from './prepare.mjs';
import { root } from './steps.mjs';

checkNode();
try {
  await install();
  await build();
} catch {
  process.exit(1);
}

// Listens for signals before the child starts, so that no child outlives this process.
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  let isForwarded = false;
  process.on(signal, () => {
    // A terminal also sends SIGINT to the child.
    const isReceivedAlready = signal === 'SIGINT' && process.stdin.isTTY;
    if (!isForwarded && !isReceivedAlready) child?.kill(signal);
    isForwarded = true;
  });
}

child = spawn(process.execPath, [join(root, 'dist/main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit'
});
child.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
