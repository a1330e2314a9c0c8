import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { controllersSchema, SETUP_CODE_HEADER } from '#shared/wire';
import { json } from '../../support/misbehaving-controller';
import type { Finding } from '../../support/figures';
import type { Attempt } from '../attempt';
import { isLoopback, type AttackResponse } from '../dial';
import { ATTACKER, withSetup, type AttackSetup } from '../setup';
import { OWNERS_LIGHT } from '../homes';

const BOX = '127.0.0.66';
const MAC = '02:00:5e:10:00:01';
const SIGN_INS = 200;
const WRONG_CODES = 200;
const REPLIES = 1_000;

/** Port on which controllers listen for searches (document 4.3) [D]. */
const SEARCH_PORT = 17_318;
const SEARCH_HEARD_AT = '127.0.0.77';

const countBy = (answers: readonly AttackResponse[], isSo: (answer: AttackResponse) => boolean) =>
  answers.filter(isSo).length;

/**
 * Checks that the owner can still command the real controller, and that the list of known controllers has not
 * changed.
 */
async function unharmed(
  setup: AttackSetup,
  before: Awaited<ReturnType<typeof knownOf>>
): Promise<readonly Finding[]> {
  const count = () => setup.controller.count(`POST /devices/${OWNERS_LIGHT}/actions`);
  const commands = count();
  const { status } = await setup.command(OWNERS_LIGHT, { method: 'setStatus', params: { status: true } });
  const after = await knownOf(setup);
  const isMoved = JSON.stringify(after) !== JSON.stringify(before);
  return [
    { of: 'Known controllers that changed', found: isMoved ? 1 : 0, most: 0, unit: '' },
    { of: 'Owner’s commands refused', found: status === 200 ? 0 : 1, most: 0, unit: '' },
    {
      of: 'Owner’s commands that did not reach the controller',
      found: 1 - (count() - commands),
      most: 0,
      unit: ''
    }
  ];
}

/** The known controllers in the owner's view. */
async function knownOf(setup: AttackSetup) {
  const { text } = await setup.ask({ path: '/api/controllers', headers: { cookie: setup.owner.cookie } });
  const { controllers } = v.parse(controllersSchema, JSON.parse(text));
  return controllers
    .filter(({ source }) => source === 'known')
    .map(({ id, address, name }) => ({ id, address, name }));
}

export const signInsElsewhere: Attempt = {
  about: `${SIGN_INS} sign-ins of a stranger at his own controller, with a closed household`,
  run: () =>
    withSetup({}, async (setup) => {
      const box = await setup.box(BOX, { 'GET /info': json({ id: MAC, mac: MAC, name: 'Box' }) });
      let connections = 0;
      box.onConnection(() => connections++);
      const before = await knownOf(setup);
      const answers: AttackResponse[] = [];
      for (let n = 0; n < SIGN_INS; n++) {
        const username = n % 2 === 0 ? 'demo' : `stranger${n}`;
        const body = { address: BOX, username, password: 'x', screen: 'x' };
        const from = `127.0.2.${n % 250}`;
        answers.push(await setup.ask({ method: 'POST', path: '/api/sign-in', body, from }));
      }
      const search = await setup.ask({
        method: 'POST',
        path: '/api/controllers/search',
        body: {},
        from: ATTACKER
      });
      return [
        {
          of: 'Sign-ins without status 403',
          found: answers.length - countBy(answers, ({ status }) => status === 403),
          most: 0,
          unit: ''
        },
        { of: 'Connections to that controller', found: connections, most: 0, unit: '' },
        {
          of: 'Searches that a stranger could start',
          found: search.status === 200 ? 1 : 0,
          most: 0,
          unit: ''
        },
        ...(await unharmed(setup, before))
      ];
    })
};

/** Creates a setup code with the program's own command, as the owner of the machine does. */
async function makeCode(dataDir: string): Promise<string> {
  const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [main, 'setup-code', '--data-dir', dataDir]);
  const code = /[A-Z2-7]{12}|[A-Z2-7]{4}(?:[- ][A-Z2-7]{4}){2}/.exec(stdout)?.[0];
  if (code === undefined) throw new Error(`No setup code was printed: ${stdout}`);
  return code;
}

export const setupCodes: Attempt = {
  about: `${WRONG_CODES} wrong setup codes from twenty addresses, then the right one`,
  run: () =>
    withSetup({}, async (setup) => {
      const code = await makeCode(setup.program.dataDir);
      const search = (code: string, from: string) =>
        setup.ask({
          method: 'POST',
          path: '/api/controllers/search',
          body: {},
          headers: { [SETUP_CODE_HEADER]: code },
          from
        });
      const wrong: AttackResponse[] = [];
      const spoiled = [code.slice(1), `${code}A`, '', code.toLowerCase().replace(/.$/, ''), 'A'.repeat(12)];
      for (let n = 0; n < WRONG_CODES; n++)
        wrong.push(await search(spoiled[n % spoiled.length] ?? '', `127.0.3.${(n % 20) + 1}`));
      const right = await search(code, '127.0.0.3');
      const isLogged = setup.program.log.includes(code) ? 1 : 0;
      return [
        {
          of: 'Accepted wrong codes',
          found: countBy(wrong, ({ status }) => status === 200),
          most: 0,
          unit: ''
        },
        {
          of: 'Codes that were checked, at most 5 per address',
          found: countBy(wrong, ({ status }) => status === 401),
          most: 100,
          unit: ''
        },
        {
          of: 'Right codes that were refused, from another address',
          found: right.status === 200 ? 0 : 1,
          most: 0,
          unit: ''
        },
        { of: 'Codes in the log', found: isLogged, most: 0, unit: '' }
      ];
    })
};

export const forgedReplies: Attempt = {
  about: `${REPLIES} forged UDP replies with the controller’s MAC and another address, during the owner’s search`,
  run: () =>
    withSetup(
      {
        behaviours: { 'GET /info': json({ id: MAC, mac: MAC, name: 'Home' }) },
        options: ['--discovery-targets', SEARCH_HEARD_AT, '--discovery-port', String(SEARCH_PORT)]
      },
      async (setup) => {
        const box = await setup.box(BOX, { 'GET /info': json({ id: MAC, mac: MAC, name: 'Home' }) });
        const before = await knownOf(setup);
        const listener = createSocket({ type: 'udp4', reuseAddr: true });
        const sender = createSocket('udp4');
        try {
          listener.bind(SEARCH_PORT, SEARCH_HEARD_AT);
          sender.bind(0, BOX);
          await Promise.all([once(listener, 'listening'), once(sender, 'listening')]);
          const heard = once(listener, 'message', { signal: AbortSignal.timeout(10_000) });
          await setup.ask({
            ...{ method: 'POST', path: '/api/controllers/search', body: {} },
            headers: { cookie: setup.owner.cookie }
          });
          const [call, caller] = (await heard) as [Buffer, { address: string }];
          if (!isLoopback(caller.address)) throw new Error('A search came from outside loopback.');
          const port = Number(/\d+$/.exec(call.toString())?.[0]);
          const reply = JSON.stringify({ name: 'Home', ip: BOX, mac: MAC });
          for (let n = 0; n < REPLIES; n++)
            await new Promise((resolve) => {
              sender.send(reply, port, caller.address, resolve);
            });
        } finally {
          listener.close();
          sender.close();
        }
        // The controller drops its connections. A vulnerable program follows the forged address now.
        setup.controller.cutAll();
        const findings = await unharmed(setup, before);
        const isLogged = box.seen.filter(
          ({ headers, url }) => 'authorization' in headers || url.startsWith('/auth')
        ).length;
        return [
          ...findings,
          { of: 'Tokens or passwords sent to that address', found: isLogged, most: 0, unit: '' }
        ];
      }
    )
};

export const swappedAddress: Attempt = {
  about: 'A fake controller at the controller’s address, which accepts any password',
  run: () =>
    withSetup({}, async (setup) => {
      const before = await knownOf(setup);
      const { controller } = setup.owner;
      await setup.controller.disconnect();
      const others = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, name: `Other ${at}` }));
      const fake = await setup.box('127.0.0.1', {
        'GET /devices': json(others),
        'POST /auth/login': json({ token: 'another', refresh_token: 'another' })
      });
      const answers: AttackResponse[] = [];
      for (const username of ['demo', 'stranger'])
        for (const where of [{ controller }, { address: '127.0.0.1' }]) {
          const body = { ...where, username, password: 'x', screen: 'x' };
          answers.push(await setup.ask({ method: 'POST', path: '/api/sign-in', body, from: ATTACKER }));
        }
      await fake.stop();
      await setup.controller.reconnect();
      const joined = answers.filter(({ status, text }) => status === 200 && text.includes(controller));
      const ofOwner = joined.filter(({ text }) => text.includes('"user":"demo"'));
      const seen = await Promise.all(joined.map((answer) => homeBy(setup, answer)));
      const managing = await Promise.all(joined.map((answer) => manages(setup, answer)));
      const countOf = (are: readonly boolean[]) => are.filter(Boolean).length;
      return [
        {
          of: 'Screens of the owner that the fake controller signed in',
          found: ofOwner.length,
          most: 0,
          unit: ''
        },
        {
          of: 'Screens of new users that the fake controller signed in',
          found: joined.length - ofOwner.length,
          unit: ''
        },
        {
          of: 'Of all these, screens that saw the household’s home',
          found: countOf(seen),
          most: 0,
          unit: ''
        },
        { of: 'Of all these, screens that may search for controllers', found: countOf(managing), unit: '' },
        ...(await unharmed(setup, before))
      ];
    })
};

const cookieOf = ({ headers }: AttackResponse) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

/** Whether a new screen may search for controllers, which requires the right to manage. */
async function manages(setup: AttackSetup, answer: AttackResponse): Promise<boolean> {
  const headers = { cookie: cookieOf(answer) };
  const asked = { method: 'POST', path: '/api/controllers/search', body: {}, headers, from: ATTACKER };
  return (await setup.ask(asked)).status === 200;
}

/** Whether a new screen receives the household's home. */
async function homeBy(setup: AttackSetup, answer: AttackResponse): Promise<boolean> {
  const cookie = cookieOf(answer);
  const path = `/api/controllers/${setup.owner.controller}/home`;
  const { status, text } = await setup.ask({ path, headers: { cookie }, from: ATTACKER });
  return status === 200 && text.includes('Light 1');
}
