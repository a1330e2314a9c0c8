import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { systemClock } from '#shared/clock';
import { MdnsResponder } from '../../../../../proxy/server/origin/mdns/mdns-responder';
import { askMdns, floodMdns } from '../../../../../tools/support/mdns-stranger';
import { readVitals } from '../../../../../tools/support/vitals';
import { LogCapture } from '../../../../support/log-capture';

/**
 * A responder in a network namespace of the test, which a stranger floods while a neighbour asks for its name. Prints as one line of JSON how
 * often the neighbour was answered, and what a message of the flood cost.
 */
const MACHINE = '10.77.0.1';
const STRANGER = '10.77.0.66';
const NEIGHBOUR = '10.77.0.7';
const FLOOD_MS = 4_000;
/** From the start until the name is announced, and a moment more, in ms. */
const ANNOUNCED_MS = 1_500;
/** How often the loop is looked at, in ms. */
const LOOP_INTERVAL_MS = 20;

const sending = { name: 'hall.local', ms: FLOOD_MS };

if (process.argv[2] === 'others') {
  const flood = floodMdns({ ...sending, from: STRANGER }, MACHINE);
  const answers = askMdns({ ...sending, from: NEIGHBOUR });
  process.send?.({ ...(await flood), ...(await answers) });
  process.disconnect();
} else {
  const responder = new MdnsResponder({
    name: 'hall',
    clock: systemClock,
    log: new LogCapture(),
    host: 'all'
  });
  const stop = await responder.start();
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCED_MS));
  const before = await readVitals(process.pid);
  let longest = 0;
  let seen = performance.now();
  const look = setInterval(() => {
    longest = Math.max(longest, performance.now() - seen - LOOP_INTERVAL_MS);
    seen = performance.now();
  }, LOOP_INTERVAL_MS);
  const others = fork(fileURLToPath(import.meta.url), ['others'], { execArgv: ['--import', 'tsx'] });
  const [told] = (await once(others, 'message')) as [object];
  clearInterval(look);
  const after = await readVitals(process.pid);
  const blocked = Math.max(0, longest - (after.queued - before.queued));
  const cpu = after.cpu - before.cpu;
  process.stdout.write(JSON.stringify({ ...told, blocked, cpu, state: responder.state }));
  await stop();
}
