import { parseArgs } from 'node:util';
import { flag, runTool, text } from '../support/command-line';
import { startMisbehaving, type Behaviour } from '../support/misbehaving-controller';
import { MISBEHAVIOURS, type Misbehaviour } from './misbehaviours';

/** `npm run misbehave -- --case <name>`: a controller with a malformed response, for authors of clients. */
const HELP = `Starts a misbehaving controller with one room and two lamps. It accepts any user and password.
  --port <port>    the port on 127.0.0.1 (18380)
  --case <name>    a misbehaviour; can be repeated
  --on <route>     the route of cases answers/… (GET /devices), as "GET /devices/1" or "POST /devices/1/actions"
  --list           list all cases`;

/** Logs each request to a misbehaving route. */
function withLog(misbehaviour: Misbehaviour): Record<string, Behaviour> {
  return Object.fromEntries(
    Object.entries(misbehaviour).map(([route, behave]): [string, Behaviour] => [
      route,
      (response, seen) => {
        console.log(`${seen.method} ${seen.url}`);
        behave(response, seen);
      }
    ])
  );
}

function read(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      port: text('18380'),
      case: { type: 'string', multiple: true, default: [] },
      on: text('GET /devices'),
      list: flag
    }
  });
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535) throw new Error('--port takes a port, 0 to 65535');
  const cases = values.case.map((name) => {
    const misbehave = MISBEHAVIOURS.get(name);
    if (!misbehave) throw new Error(`there is no case "${name}": see --list`);
    return misbehave(values.on);
  });
  return { list: values.list, port, cases };
}

await runTool({
  help: HELP,
  isBuilt: false,
  read,
  async run({ port, cases, list }) {
    if (list) {
      console.log([...MISBEHAVIOURS.keys()].join('\n'));
      return 0;
    }
    const controller = await startMisbehaving(withLog(Object.assign({}, ...cases) as Misbehaviour), port);
    console.log(`Misbehaving controller on http://127.0.0.1:${controller.port}/api/v2`);
    return new Promise(() => undefined);
  }
});
