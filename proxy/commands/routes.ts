import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { MAX_BATCH_BYTES, type CommandBatch } from '#shared/commands/command-entry';
import { commandsRequestSchema } from '#shared/commands/command-schema';
import type { NewJob } from '#shared/commands/job';
import { undoCalls } from '#shared/commands/undo';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { EMPTY_HOME, type Device, type Home } from '#shared/home';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { isLock } from '#shared/lock';
import { routes } from '#shared/wire';
import type { ControllerState } from '#shared/wire-fields';
import { screenOf } from '../access/access-control';
import { limitHome } from '../access/rights';
import type { Screen } from '../access/screens/screen';
import type { Screens } from '../access/screens/screens';
import type { CallResult } from '../controllers/failure';
import { isCallFailure } from '../controllers/failure';
import { refuseCall } from '../controllers/refuse-call';
import { refuse } from '../http/errors';
import type { CommandViewer } from '../live/command-messages';
import { isUrgent } from '#shared/commands/urgent';
import type { CommandLog, LoggedBatch } from './command-log';
import { jobOf, type Commands } from './commands';
import type { CommandView } from './command-view';
import { PostLimit } from './post-limit';

/** What the routes of commands depend on. */
interface CommandRouteDeps {
  readonly commands: Commands;
  readonly log: CommandLog;
  readonly view: CommandView;
  readonly clock: Clock;
  readonly screens: Pick<Screens, 'admit'>;
  /** The whole home of a user as it is known now. If it was never read, waits for the first reading. */
  readonly home: (controller: string, user: string) => Promise<CallResult<Home>>;
  /** The state of the connection to the controller of a watched home; undefined if it is not known. */
  readonly state: (controller: string, user: string) => ControllerState | undefined;
}

type Body = v.InferOutput<typeof commandsRequestSchema>;

/** The screen of a request. */
interface Viewer extends CommandViewer {
  /** Why the home is not known. A screen with the whole home then sees the commands of its user alone. */
  readonly failure: Failure | null;
}

/** A command of a request, ready to be sent. */
interface Planned {
  readonly device: number;
  readonly prepared: PreparedCommand;
}

/** Registers the routes of `/api/controllers/:id/commands`. */
export function registerCommands(app: FastifyInstance, deps: CommandRouteDeps) {
  const commandRoutes = new CommandRoutes(deps);
  const config = { access: 'grant', enforcesRights: true, withoutPin: true } as const;
  const path = routes.commands(':id');
  app.post(path, { config, bodyLimit: MAX_BATCH_BYTES }, (request, reply) =>
    commandRoutes.post(request, reply)
  );
  app.get(path, { config }, (request, reply) => commandRoutes.list(request, reply));
  app.delete(routes.commandBatch(':id', ':batch'), { config }, (request, reply) =>
    commandRoutes.cancel(request, reply)
  );
}

class CommandRoutes {
  readonly #deps: CommandRouteDeps;
  readonly #limit: PostLimit;

  constructor(deps: CommandRouteDeps) {
    this.#deps = deps;
    this.#limit = new PostLimit(deps.clock);
  }

  async post(request: FastifyRequest, reply: FastifyReply) {
    const { log, view, commands } = this.#deps;
    const { id, rights } = screenOf(request);
    if (!rights.commands) return refuse(reply, MAY_ONLY_LOOK);
    const delay = this.#limit.delay(id);
    if (delay > 0) return refuse(reply.header('retry-after', Math.ceil(delay / 1000)), TOO_MANY);
    const read = v.safeParse(commandsRequestSchema, request.body);
    if (!read.success) return refuse(reply, BAD_BODY);
    const body = read.output;
    this.#limit.record(id, 'commands' in body ? body.commands.length : 1);
    const viewer = await this.#viewer(screenOf(request));
    if (!viewer.ok) return refuseAny(reply, viewer.error);
    const { screen } = viewer.value;
    const known = body.id === undefined ? undefined : log.posted(screen.id, body.id);
    if (known) return reply.code(202).send(view.posted(known, viewer.value));
    if (viewer.value.failure) return refuseAny(reply, viewer.value.failure);

    const undone = 'undo' in body ? log.batch(screen.controller, body.undo, screen.id) : undefined;
    const planned = this.#plan(body, undone, viewer.value);
    if (!planned.ok) return refuse(reply, planned.error);
    const state = this.#deps.state(screen.controller, screen.user);
    if (state !== 'online') return refuse(reply, state === 'signed-out' ? SIGNED_OUT : UNREACHABLE);
    const wanted = log.freeId(body.id);
    const jobs = this.#jobs(screen, wanted, body.expiresMs, planned.value);
    if (!commands.of(screen.controller).hasRoom(jobs)) return refuse(reply, TOO_MANY);
    const logged = this.#log(screen, wanted, body, jobs);
    if (undone) this.#supersede(undone, viewer.value);
    commands.of(screen.controller).post(jobs);
    return reply.code(202).send(view.posted(logged, viewer.value));
  }

  async list(request: FastifyRequest, reply: FastifyReply) {
    const viewer = await this.#viewer(screenOf(request));
    if (!viewer.ok) return refuseAny(reply, viewer.error);
    const { view, log } = this.#deps;
    return { ...view.all(viewer.value), instance: log.instance };
  }

  async cancel(request: FastifyRequest, reply: FastifyReply) {
    const viewer = await this.#viewer(screenOf(request));
    if (!viewer.ok) return refuseAny(reply, viewer.error);
    const { screen, device } = viewer.value;
    if (!screen.rights.commands) return refuse(reply, MAY_ONLY_LOOK);
    const { batch: id } = v.parse(v.object({ batch: v.string() }), request.params);
    const { log, commands } = this.#deps;
    const batch = log.batch(screen.controller, id, screen.id);
    const own = batch ? log.commandsIn(batch).filter((logged) => device(logged.device) !== undefined) : [];
    if (!batch || (own.length === 0 && batch.screen !== screen.id)) return refuse(reply, NO_BATCH);
    const ids = new Set(own.map(({ entry }) => entry.id));
    const cancelled = commands.of(screen.controller).drop((job) => ids.has(job.id), 'cancelled');
    return { cancelled };
  }

  /** The screen as it is now, with the home as it may see it. */
  async #viewer({ id, controller, user }: Screen): Promise<CallResult<Viewer> | Result<Viewer>> {
    const home = await this.#deps.home(controller, user);
    // It may have been ended, locked or limited while the home was read.
    const screen = this.#deps.screens.admit(id);
    if (!screen.ok) return screen;
    const { rooms } = screen.value.rights;
    if (!home.ok && rooms !== null) return home;
    const { devices } = limitHome(home.ok ? home.value : EMPTY_HOME, rooms);
    const byId = new Map(devices.map((device) => [device.id, device]));
    const viewer = { screen: screen.value, device: (device: number) => byId.get(device) };
    return succeed({ ...viewer, failure: home.ok ? null : home.error });
  }

  /** The commands of a request. One that cannot be sent refuses all of them. */
  #plan(body: Body, undone: LoggedBatch | undefined, viewer: CommandViewer): Result<Planned[]> {
    const { rights } = viewer.screen;
    if (!rights.commands) return { ok: false, error: MAY_ONLY_LOOK };
    if ('commands' in body) return allOf(body.commands.map((command, at) => plan(command, at, viewer)));
    const commands = undone && !undone.isUndone ? this.#deps.log.commandsIn(undone) : [];
    if (!undone || commands.every(({ device }) => viewer.device(device) === undefined))
      return { ok: false, error: NO_BATCH };
    const calls = undoCalls(commands, viewer.device);
    if (calls.length === 0) return { ok: false, error: NOTHING_TO_UNDO };
    return allOf(calls.map(({ device, call }, at) => plan({ device, ...call }, at, viewer)));
  }

  /** Cancels what is still queued of a batch that is undone. */
  #supersede(undone: LoggedBatch, { screen, device }: CommandViewer) {
    const { log, commands } = this.#deps;
    const own = log.commandsIn(undone).filter((logged) => device(logged.device) !== undefined);
    const ids = new Set(own.map(({ entry }) => entry.id));
    commands.of(screen.controller).drop((job) => ids.has(job.id), 'cancelled');
    // What this screen does not see can still be undone by others.
    if (own.length === log.commandsIn(undone).length) log.undone(undone);
  }

  #jobs(screen: Screen, batch: string, expiresMs: number, planned: readonly Planned[]): NewJob[] {
    const expiresAt = this.#deps.clock.monotonic() + expiresMs;
    return planned.map(({ device, prepared }, n) =>
      jobOf(screen, {
        ...{ id: `${batch}.${n}`, batch, device, prepared, expiresAt },
        isUrgent: isUrgent(prepared.call.method)
      })
    );
  }

  #log(screen: Screen, id: string, body: Body, jobs: readonly NewJob[]): LoggedBatch {
    const { log, clock } = this.#deps;
    const at = clock.now();
    const by = { id: screen.id, name: screen.name };
    const what = body.what ?? ('undo' in body ? 'undo' : undefined);
    const batch: CommandBatch = {
      id,
      ...(what !== undefined && { what }),
      ...(body.scope !== undefined && { scope: body.scope }),
      ...(body.scene !== undefined && { scene: body.scene }),
      ...(body.name !== undefined && { name: body.name }),
      ...{ by, at, expiresAt: at + body.expiresMs }
    };
    const logged = log.addBatch(screen, body.id ?? id, batch);
    for (const job of jobs) {
      const { method, params } = job.prepared.call;
      const entry = { id: job.id, batch: id, device: job.device, method, params, by, at };
      log.add(screen, { ...entry, state: 'queued' }, logged);
    }
    return logged;
  }
}

/** Prepares one command. The detail of a refusal names it. */
function plan(
  {
    device: id,
    method,
    params
  }: { device: number; method: string; params: Readonly<Record<string, unknown>> },
  index: number,
  { screen, device: find }: CommandViewer
): Result<Planned> {
  const device: Device | undefined = find(id);
  const detail = { index, device: id };
  if (!device)
    return screen.rights.rooms === null
      ? fail('not-found', 'The home has no such device.', detail)
      : fail('limited-screen', 'This screen does not see that.', detail);
  if (isLock(device)) return fail('lock-refused', 'A lock takes no command here.', detail);
  const prepared = findCommand(device, method)?.prepare(params);
  return prepared
    ? succeed({ device: id, prepared })
    : fail('bad-request', 'The device does not offer this command.', detail);
}

/** All values, or the first failure. */
function allOf<T>(results: readonly Result<T>[]): Result<T[]> {
  const failed = results.find((result) => !result.ok);
  if (failed) return failed;
  return succeed(results.flatMap((result) => (result.ok ? [result.value] : [])));
}

const BAD_BODY = fail('bad-request', 'Commands are {commands: [{device, method, params}], …}.').error;
const MAY_ONLY_LOOK = fail('limited-screen', 'This screen may only look.').error;
const NO_BATCH = fail('not-found', 'There is no such batch.').error;
const NOTHING_TO_UNDO = fail('superseded', 'Every device of this batch was used since.').error;
const SIGNED_OUT = fail('signed-out', 'The controller refuses the user’s tokens.').error;
const UNREACHABLE = fail('controller-unreachable', 'The controller is not online.').error;
const TOO_MANY = fail('too-many-commands', 'This screen sends more commands than a radio can carry.').error;

const refuseAny = (reply: FastifyReply, failure: Parameters<typeof refuse>[1]) =>
  isCallFailure(failure) ? refuseCall(reply, failure) : refuse(reply, failure);
