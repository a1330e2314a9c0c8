import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screenOf } from '../access/access-control';
import type { Clock } from '#shared/clock';
import { readCommand } from '../commands/command-call';
import { Locks } from '../commands/locks';
import { authorize, type AuthorizeDeps, type Permission } from '../commands/permission';
import { carryOut, type SingleCommandDeps } from '../commands/single-command';
import type { Accounts } from '../controllers/accounts';
import type { Failure } from '#shared/errors';
import type { Device } from '#shared/home';
import { isCallFailure, type CallFailure } from '../controllers/failure';
import { refuseCall } from '../controllers/refuse-call';
import { abortOnDisconnect } from '../http/abort-on-disconnect';
import { refuse } from '../http/errors';
import { pass, passHead } from './pass';
import { lookUp, type Allowed } from './table';

/** What forwarding depends on. */
interface ForwardDeps extends AuthorizeDeps, SingleCommandDeps {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** A device as a running watcher knows it. */
  readonly device: (controller: string, user: string, device: number) => Device | undefined;
}

const PREFIX = '/v2';

type CommandCall = Extract<Allowed, { kind: 'command' }>;

/** Registers `ANY /api/controllers/:id/v2/…`. Only calls of the forward table go to the controller. */
export function registerForward(app: FastifyInstance, deps: ForwardDeps) {
  const forwarder = new Forwarder(deps);
  void app.register(async (scope) => {
    // The bytes are checked before parsing, since a value with too many levels cannot be processed.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body)
    );
    scope.all(
      '/api/controllers/:id/v2/*',
      { config: { access: 'grant', enforcesRights: true, withoutPin: true } },
      (request, reply) => forwarder.forward(request, reply)
    );
  });
}

class Forwarder {
  readonly #deps: ForwardDeps;
  readonly #locks: Locks;

  constructor(deps: ForwardDeps) {
    this.#deps = deps;
    const { accounts, clock, device } = deps;
    this.#locks = new Locks({
      clock,
      device,
      client: (controller, user) => accounts.client(controller, user)
    });
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
    const authorization = await authorize(screen.id, allowed.value, this.#deps);
    if (!authorization.ok) return refuseAny(reply, authorization.error);
    return allowed.value.kind === 'read'
      ? this.#read(request, reply, authorization.value, allowed.value.target)
      : this.#command(request, reply, authorization.value.screen, allowed.value);
  }

  /**
   * A read is aborted when its client disconnects. If its permission ends before the answer is there, the read is not repeated with new
   * tokens, nothing is passed on, and it is authorized again.
   */
  async #read(
    request: FastifyRequest,
    reply: FastifyReply,
    { screen, isValid }: Permission['value'],
    target: string
  ): Promise<FastifyReply> {
    const client = this.#deps.accounts.client(screen.controller, screen.user);
    const answer = await client.send({
      method: 'GET',
      path: target,
      signal: abortOnDisconnect(reply),
      beforeSend: isValid,
      openSink: (head) => passHead(reply, head)
    });
    if (reply.raw.headersSent) return reply;
    if (!isValid()) return this.forward(request, reply);
    return answer.ok ? pass(reply, answer.value) : refuseCall(reply, answer.error);
  }

  /** A command is dropped if its client disconnects while it waits. A command already sent is not cancelled. */
  async #command(
    { body }: FastifyRequest,
    reply: FastifyReply,
    { id, controller, user }: Permission['value']['screen'],
    { device, target }: CommandCall
  ) {
    const prepared = readCommand(body, () => this.#deps.device(controller, user, device));
    if (!prepared) return refuse(reply, { code: 'bad-request', message: 'A command is {method, params}.' });
    const disconnected = abortOnDisconnect(reply);
    // A command that will not be sent does not use the rate limit.
    const call = { kind: 'command', target, device, method: prepared.call.method } as const;
    const authorization = await authorize(id, call, this.#deps);
    if (!authorization.ok) return refuseAny(reply, authorization.error);
    const lock = await this.#locks.check({ controller, user, device });
    if (!lock.ok) return refuseAny(reply, lock.error);
    if (disconnected.aborted) return refuse(reply, SENDER_GONE);
    const { screen } = authorization.value;
    const answer = await carryOut(this.#deps, screen, { device, prepared, signal: disconnected });
    return answer.ok ? pass(reply, answer.value) : refuseAny(reply, answer.error);
  }
}

/** Nobody receives this. */
const SENDER_GONE: Failure = { code: 'superseded', message: 'Its sender went away before it was sent.' };

const refuseAny = (reply: FastifyReply, failure: Failure | CallFailure) =>
  isCallFailure(failure) ? refuseCall(reply, failure) : refuse(reply, failure);
