import { spawnSync } from 'node:child_process';

/** Whether the system has openssl, which judges certificates independently of Node. Where not, those tests are passed over, with this reason. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) console.warn('There is no openssl here: Node alone judges the certificates.');
