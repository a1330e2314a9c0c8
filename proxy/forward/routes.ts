import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#shared/errors';
import { EMPTY_HOME, type Home } from '#shared/home';
import { screenOf } from '../access/admission';
import { dependsOnHome, refuseByRights } from '../access/rights';
import type { Screen } from '../access/screens';
import type { Clock } from '../clock';
import type { Accounts } from '../controllers/accounts';
import { isCallFailure, type CallResult } from '../controllers/failure';
import { refuseCall } from '../controllers/refuse-call';
import { refuse } from '../refusal';
import { readCommand } from './command-call';
import { Commands } from './commands';
import { Departure } from './departure';
import { pass, passHead } from './pass';
import { lookUp, type Allowed } from './table';

/** What forwarding stands on. */
export interface ForwardParts {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** The whole home of a user as it is known now: what a screen of some rooms may ask depends on it. */
  readonly home: (controller: string, user: string) => Promise<CallResult<Home>>;
  /** Hears of each command that a controller accepted. */
  readonly onCommanded: (controller: string, user: string, device: number) => void;
}

/** Forwarding as it runs. */
export interface Forward {
  /** What `/metrics` tells. */
  counts(): { readonly commandsInFlight: number; readonly commandsWaiting: number };
}

const PREFIX = '/v2';

/** Registers `ANY /api/controllers/:id/v2/…`: what the closed table knows goes to the controller, and nothing else does. */
export function registerForward(app: FastifyInstance, parts: ForwardParts): Forward {
  const forwarder = new Forwarder(parts);
  void app.register(async (scope) => {
    // The bytes are looked at before a parser makes of them what cannot be walked any more.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body)
    );
    scope.all(
      '/api/controllers/:id/v2/*',
      { config: { access: 'grant', heedsRights: true } },
      (request, reply) => forwarder.forward(request, reply)
    );
  });
  return { counts: () => forwarder.counts() };
}

class Forwarder {
  readonly #parts: ForwardParts;
  readonly #commands = new Map<string, Commands>();

  constructor(parts: ForwardParts) {
    this.#parts = parts;
  }

  counts() {
    const all = [...this.#commands.values()];
    const sum = (of: (commands: Commands) => number) =>
      all.reduce((total, commands) => total + of(commands), 0);
    return {
      commandsInFlight: sum(({ inFlight }) => inFlight),
      commandsWaiting: sum(({ waiting }) => waiting)
    };
  }

  async forward(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { method, raw } = request;
    const screen = screenOf(request);
    const url = raw.url ?? '';
    const allowed = lookUp(method, url.slice(url.indexOf(PREFIX) + PREFIX.length));
    if (!allowed.ok) {
      if (allowed.error.allow) reply.header('allow', allowed.error.allow);
      return refuse(reply, allowed.error);
    }
    const refused = await this.#refuse(screen, allowed.value);
    if (refused) return isCallFailure(refused) ? refuseCall(reply, refused) : refuse(reply, refused);
    return allowed.value.kind === 'read'
      ? this.#read(reply, screen, allowed.value.target)
      : this.#command(request, reply, screen, allowed.value);
  }

  /** Why a screen's rights do not reach so far. Most have all of them, and nothing is waited for. */
  async #refuse({ controller, user, rights }: Screen, call: Allowed): Promise<Failure | undefined> {
    if (!dependsOnHome(rights)) return refuseByRights(rights, call, EMPTY_HOME);
    const home = await this.#parts.home(controller, user);
    return home.ok ? refuseByRights(rights, call, home.value) : home.error;
  }

  /** A reading stops when nobody waits for it any more. */
  async #read(reply: FastifyReply, screen: Screen, target: string) {
    const client = this.#parts.accounts.client(screen.controller, screen.user);
    const answer = await client.send({
      method: 'GET',
      path: target,
      signal: new Departure(reply.raw),
      openSink: (head) => passHead(reply, head)
    });
    if (reply.raw.headersSent) return reply;
    return answer.ok ? pass(reply, answer.value) : refuseCall(reply, answer.error);
  }

  /** A command whose sender goes away while it waits is dropped; once it has gone out, it runs to its end. */
  async #command(
    { body }: FastifyRequest,
    reply: FastifyReply,
    { controller, user }: Screen,
    { target, device }: Extract<Allowed, { kind: 'command' }>
  ) {
    const command = readCommand(body);
    if (!command) return refuse(reply, { code: 'bad-request', message: 'A command is {method, params}.' });
    const { accounts, onCommanded } = this.#parts;
    const { call, sets, isUrgent } = command;
    const answer = await this.#commandsOf(controller).submit({
      device,
      method: call.method,
      sets,
      isUrgent,
      signal: new Departure(reply.raw),
      send: () =>
        accounts
          .client(controller, user)
          .send({ method: 'POST', path: target, body: JSON.stringify(call), isCommand: true })
    });
    if (!answer.ok)
      return isCallFailure(answer.error) ? refuseCall(reply, answer.error) : refuse(reply, answer.error);
    onCommanded(controller, user, device);
    return pass(reply, answer.value);
  }

  #commandsOf(controller: string): Commands {
    const commands = this.#commands.get(controller) ?? new Commands(this.#parts.clock);
    this.#commands.set(controller, commands);
    return commands;
  }
}
