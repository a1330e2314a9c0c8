import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { screenOf } from '../access/access-control';
import type { Clock } from '#shared/clock';
import type { Accounts } from '../controllers/accounts';
import type { Failure } from '#shared/errors';
import type { Device } from '#shared/home';
import { isCallFailure, type CallFailure } from '../controllers/failure';
import { refuseCall } from '../controllers/refuse-call';
import { abortOnDisconnect } from '../http/abort-on-disconnect';
import { refuse } from '../http/errors';
import { readCommand } from './command-call';
import { CommandQueue } from './command-queue';
import type { CommandResult } from './queued-command';
import { pass, passHead } from './pass';
import { Locks } from './locks';
import { authorize, type AuthorizeDeps, type Permission } from './permission';
import { lookUp, type Allowed } from './table';

/** What forwarding depends on. */
interface ForwardDeps extends AuthorizeDeps {
  readonly accounts: Accounts;
  readonly clock: Clock;
  /** A device as a running watcher knows it. */
  readonly device: (controller: string, user: string, device: number) => Device | undefined;
  /** Called for each command that a controller accepted, with the values that it sets. */
  readonly onCommanded: (controller: string, user: string, device: number, sets: readonly string[]) => void;
}

/** The running forwarding. */
interface Forward {
  /** The counts for `/metrics`. */
  counts(): { readonly commandsInFlight: number; readonly commandsWaiting: number };
}

const PREFIX = '/v2';

type CommandCall = Extract<Allowed, { kind: 'command' }>;

/** Error of a command that was not sent. */
const UNSENT: readonly string[] = ['controller-unreachable', 'signed-out'];

/** Registers `ANY /api/controllers/:id/v2/…`. Only calls of the forward table go to the controller. */
export function registerForward(app: FastifyInstance, deps: ForwardDeps): Forward {
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
  return { counts: () => forwarder.counts() };
}

class Forwarder {
  readonly #deps: ForwardDeps;
  readonly #locks: Locks;
  readonly #queues = new Map<string, CommandQueue>();

  constructor(deps: ForwardDeps) {
    this.#deps = deps;
    const { accounts, clock, device } = deps;
    this.#locks = new Locks({
      clock,
      device,
      client: (controller, user) => accounts.client(controller, user)
    });
  }

  counts() {
    const all = [...this.#queues.values()];
    const sum = (of: (queue: CommandQueue) => number) => all.reduce((total, queue) => total + of(queue), 0);
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
    screen: Permission['value']['screen'],
    allowed: CommandCall
  ) {
    const command = readCommand(body);
    if (!command) return refuse(reply, { code: 'bad-request', message: 'A command is {method, params}.' });
    const { controller, user } = screen;
    const { call, sets, isUrgent } = command;
    const disconnected = abortOnDisconnect(reply);
    // A command that will not be sent does not use the rate limit.
    const authorization = await authorize(screen.id, { ...allowed, method: call.method }, this.#deps);
    if (!authorization.ok) return refuseAny(reply, authorization.error);
    const lock = await this.#locks.check({ controller, user, device: allowed.device });
    if (!lock.ok) return refuseAny(reply, lock.error);
    if (disconnected.aborted) return refuse(reply, SENDER_GONE);
    const answer = await this.#queueOf(controller).submit({
      screen: screen.id,
      device: allowed.device,
      method: call.method,
      sets,
      isUrgent,
      signal: disconnected,
      send: () => this.#send(screen.id, { ...allowed, method: call.method }, JSON.stringify(call))
    });
    if (!answer.ok) return refuseAny(reply, answer.error);
    this.#deps.onCommanded(controller, user, allowed.device, sets);
    return pass(reply, answer.value);
  }

  /**
   * Sends a command whose turn has come, if its screen is still authorized. The permission can end before the bytes go out, for example
   * while tokens are renewed: then nothing was sent, and the command is authorized again.
   */
  async #send(screen: string, allowed: CommandCall, body: string): Promise<CommandResult> {
    const authorization = await authorize(screen, allowed, this.#deps);
    if (!authorization.ok) return authorization;
    const { screen: sender, isValid } = authorization.value;
    const client = this.#deps.accounts.client(sender.controller, sender.user);
    const sent = {
      method: 'POST',
      path: allowed.target,
      body,
      isCommand: true,
      beforeSend: isValid
    } as const;
    const answer = await client.send(sent);
    const wasHeldBack = !answer.ok && UNSENT.includes(answer.error.code) && !isValid();
    return wasHeldBack ? this.#send(screen, allowed, body) : answer;
  }

  #queueOf(controller: string): CommandQueue {
    const queue = this.#queues.get(controller) ?? new CommandQueue(this.#deps.clock);
    this.#queues.set(controller, queue);
    return queue;
  }
}

/** Nobody receives this. */
const SENDER_GONE: Failure = { code: 'superseded', message: 'Its sender went away before it was sent.' };

const refuseAny = (reply: FastifyReply, failure: Failure | CallFailure) =>
  isCallFailure(failure) ? refuseCall(reply, failure) : refuse(reply, failure);
