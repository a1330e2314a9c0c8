import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import * as v from 'valibot';
import { controllersSchema, SETUP_CODE_HEADER } from '#shared/wire';
import { json } from '../../support/misbehaving-controller';
import { atMost, none, reported, type Finding } from '../../support/figures';
import type { Scenario } from '../scenario';
import { countOf, isLoopback, type AttackResponse } from './dial';
import { ATTACKER, withSetup, type AttackSetup } from './setup';
import { OWNERS_LIGHT } from './prepared-homes';

const BOX = '127.0.0.66';
const MAC = '02:00:5e:10:00:01';
const SIGN_INS = 200;
const WRONG_CODES = 200;
const REPLIES = 1_000;

/** Port on which controllers listen for searches (document 4.3) [D]. */
const SEARCH_PORT = 17_318;
const SEARCH_HEARD_AT = '127.0.0.77';

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
    none('Known controllers that changed', Number(isMoved)),
    none('Owner’s commands refused', Number(status !== 200)),
    none('Owner’s commands that did not reach the controller', 1 - (count() - commands))
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

/** Creates a setup code with the program's own command, as the owner of the machine does. */
async function makeCode({ program }: AttackSetup): Promise<string> {
  const stdout = await program.run('setup-code');
  const code = /[A-Z2-7]{12}|[A-Z2-7]{4}(?:[- ][A-Z2-7]{4}){2}/.exec(stdout)?.[0];
  if (code === undefined) throw new Error(`No setup code was printed: ${stdout}`);
  return code;
}

/** Searches for controllers, which requires the right to manage, or a setup code. */
const search = (setup: AttackSetup, headers: Readonly<Record<string, string>> = {}, from = ATTACKER) =>
  setup.ask({ method: 'POST', path: '/api/controllers/search', body: {}, headers, from });

const signIn = (setup: AttackSetup, body: object, from = ATTACKER) =>
  setup.ask({ method: 'POST', path: '/api/sign-in', body: { password: 'x', screen: 'x', ...body }, from });

const cookieOf = ({ headers }: AttackResponse) => headers['set-cookie']?.[0]?.split(';')[0] ?? '';

/** Whether a new screen may manage the household. */
const manages = async (setup: AttackSetup, answer: AttackResponse) =>
  (await search(setup, { cookie: cookieOf(answer) })).status === 200;

/** Whether a new screen receives the household's home. */
async function homeBy(setup: AttackSetup, answer: AttackResponse): Promise<boolean> {
  const cookie = cookieOf(answer);
  const path = `/api/controllers/${setup.owner.controller}/home`;
  const { status, text } = await setup.ask({ path, headers: { cookie }, from: ATTACKER });
  return status === 200 && text.includes('Light 1');
}

/** Attempts of strangers to get in, or to take a controller’s place. */
export const STRANGERS: Readonly<Record<string, Scenario>> = {
  'sign-ins-elsewhere': {
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
          answers.push(await signIn(setup, { address: BOX, username }, `127.0.2.${n % 250}`));
        }
        const searched = await search(setup);
        return [
          none('Sign-ins without status 403', answers.length - countOf(answers, 403)),
          none('Connections to that controller', connections),
          none('Searches that a stranger could start', countOf([searched], 200)),
          ...(await unharmed(setup, before))
        ];
      })
  },
  'setup-codes': {
    about: `${WRONG_CODES} wrong setup codes from twenty addresses, then the right one`,
    run: () =>
      withSetup({}, async (setup) => {
        const code = await makeCode(setup);
        const searchBy = (text: string, from: string) => search(setup, { [SETUP_CODE_HEADER]: text }, from);
        const wrong: AttackResponse[] = [];
        const spoiled = [code.slice(1), `${code}A`, '', code.toLowerCase().replace(/.$/, ''), 'A'.repeat(12)];
        for (let n = 0; n < WRONG_CODES; n++)
          wrong.push(await searchBy(spoiled[n % spoiled.length] ?? '', `127.0.3.${(n % 20) + 1}`));
        const right = await searchBy(code, '127.0.0.3');
        return [
          none('Accepted wrong codes', countOf(wrong, 200)),
          atMost(100, 'Codes that were checked, at most 5 per address', countOf(wrong, 401), ''),
          none('Right codes that were refused, from another address', Number(right.status !== 200)),
          none('Codes in the log', Number(setup.program.log.includes(code)))
        ];
      })
  },
  'forged-replies': {
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
            await search(setup, { cookie: setup.owner.cookie }, '127.0.0.1');
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
          return [...findings, none('Tokens or passwords sent to that address', isLogged)];
        }
      )
  },
  'swapped-address': {
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
          for (const where of [{ controller }, { address: '127.0.0.1' }])
            answers.push(await signIn(setup, { ...where, username }));
        await fake.stop();
        await setup.controller.reconnect();
        const joined = answers.filter(({ status, text }) => status === 200 && text.includes(controller));
        const ofOwner = joined.filter(({ text }) => text.includes('"user":"demo"'));
        const seen = await Promise.all(joined.map((answer) => homeBy(setup, answer)));
        const managing = await Promise.all(joined.map((answer) => manages(setup, answer)));
        return [
          none('Screens of the owner that the fake controller signed in', ofOwner.length),
          reported('Screens of new users that the fake controller signed in', joined.length - ofOwner.length),
          none('Of all these, screens that saw the household’s home', seen.filter(Boolean).length),
          reported('Of all these, screens that may search for controllers', managing.filter(Boolean).length),
          ...(await unharmed(setup, before))
        ];
      })
  }
};
