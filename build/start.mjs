/**
 * `npm start -- <options>`: installs and builds what is missing or stale, then is the proxy: its options, its
 * output, its exit code. Nothing but the proxy writes to stdout.
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

// Signals are listened for before there is a program: one that has just begun must not outlive us.
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  let isForwarded = false;
  process.on(signal, () => {
    // A terminal sends its interrupt to the child as well.
    const isHeardAlready = signal === 'SIGINT' && process.stdin.isTTY;
    if (!isForwarded && !isHeardAlready) child?.kill(signal);
    isForwarded = true;
  });
}

child = spawn(process.execPath, [join(root, 'dist/main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit'
});
child.on('exit', (code, signal) => {
  process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
});
