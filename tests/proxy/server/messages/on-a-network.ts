import { readFileSync } from 'node:fs';
import { join } from '../../../../tools/support/join';
import { freePort } from '../../../../tools/support/ports';
import { besideController, startProgram } from '../../../../tools/support/program';
import { startStandAlone } from '../../../../tools/virtual/stand-alone';
import { chooseWebhook } from './choose-webhook';

/**
 * Runs in a network namespace of its own, where `out0` leads to the internet and nobody answers. Prints how many packets left the home in an
 * alarm and some seconds of ordinary life: with all ways off, and with one on, as JSON.
 */
const [program = ''] = process.argv.slice(2);
const SMOKE = 48;
/** Packets sent by `out0`: the tenth figure of its line. */
const packets = () => Number(/out0:(?:\s+\d+){9}\s+(\d+)/.exec(readFileSync('/proc/net/dev', 'utf8'))?.[1]);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const controller = await startStandAlone({ isLiving: true, port: await freePort() });
const running = await startProgram(besideController(controller.port), program);
const grant = await join(running.url);

controller.setDevice(SMOKE, { params: { Tripped: true } });
await pause(5_000);
const off = packets();
const status = await chooseWebhook(running.url, grant, 'https://1.1.1.1/hook');
await pause(3_000);
const on = packets() - off;
await running.end();
await controller.stop();
process.stdout.write(JSON.stringify({ off, status, on }));
