import { body, json, type Behaviour } from '../support/misbehaving-controller';
import { ANSWERS } from '../support/cases/answers';
import { HOMES, lamp, type HomeCase } from '../support/cases/homes';
import { POLL_REPLIES, type PollReply } from '../support/cases/poll-replies';
import { forgetTokens, RENEWALS, RENEWED } from '../support/cases/renewals';
import { SIGN_INS } from '../support/cases/sign-ins';

/** Responses by route, as `GET /devices`. */
export type Misbehaviour = Readonly<Record<string, Behaviour>>;

/** All cases of malformed responses, by a name as `answers/silence`. Each call creates a new one. */
export const MISBEHAVIOURS: ReadonlyMap<string, (route: string) => Misbehaviour> = new Map([
  ...named('answers', ANSWERS, ({ behave }, route) => ({ [route]: behave })),
  ...named('sign-ins', SIGN_INS, ({ login }) => ({ 'POST /auth/login': login })),
  ...named('renewals', RENEWALS, ({ renew }) => ({
    ...forgetTokens((token) => token === RENEWED),
    'POST /auth/get-new-access-token': renew
  })),
  ...named('homes', HOMES, serveHome),
  ...named('polls', POLL_REPLIES, (reply) => ({ 'GET /poll': replyOnce(reply) }))
]);

function named<Case>(
  table: string,
  cases: Readonly<Record<string, Case>>,
  behave: (one: Case, route: string) => Misbehaviour
): [string, (route: string) => Misbehaviour][] {
  return Object.entries(cases).map(([name, one]) => [`${table}/${name}`, (route) => behave(one, route)]);
}

function serveHome({
  devices = [],
  rooms = [{ id: 1, name: 'Hall' }],
  sections = []
}: HomeCase): Misbehaviour {
  return {
    'GET /devices': json([...devices, lamp(1), lamp(2)]),
    'GET /rooms': json(rooms),
    'GET /sections': json(sections)
  };
}

/** Answers the first poll at once, the second with the reply, and holds later polls. */
function replyOnce(reply: PollReply): Behaviour {
  return (response, seen) => {
    const last = new URLSearchParams(seen.url.split('?')[1]).get('last');
    if (last === '0') json({ events: [], last: 1 })(response, seen);
    else if (last === '1') body(JSON.stringify(reply(2)))(response, seen);
  };
}
