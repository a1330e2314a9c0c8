import { spawnSync } from 'node:child_process';

/**
 * Whether the system has openssl, which checks certificates independently of Node. Without it these tests are
 * skipped for this reason.
 */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.warn('There is no openssl here: Node alone judges the certificates.');
