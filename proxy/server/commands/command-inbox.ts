import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  isOpen,
  LIGHTS_OFF,
  STOP_METHODS,
  switchesOff,
  type CommandBatch
} from '#shared/commands/command-entry';
import {
  pageFrameSchema,
  TIMER_BATCH,
  type BatchFrame,
  type PageFrame
} from '#shared/commands/command-schema';
import { Emitter } from '#shared/emitter';
import { ERROR_STATUS } from '#shared/error-codes';
import { fail, succeed, type Failure, type Result } from '#shared/errors';
import { isRecord } from '#shared/home';
import { isModelOf } from '#shared/model';
import type { CancelSignal } from '../base/platform/abort';
import { SlidingWindow } from '../base/platform/sliding-window';
import type { Answer } from '../controllers/answer';
import { parseJson } from '../controllers/json';
import type { FrameSender, CommandViewer } from '../home/live/viewer';
import type { Screen } from '../household/screens/screen';
import { OutcomeCounter } from '../http/metrics';
import type { LoggedBatch } from './command-log';
import type { CommandExecutors, CommandHousehold } from './commands';
import type { NewJob } from './job';
import {
  MAY_ONLY_LOOK,
  planAll,
  planOne,
  planScene,
  refusalOf,
  whyOffline,
  type DeviceCommand,
  type PlannedCommand
} from './plan';
import { NO_SCENE } from './scenes/scenes';
import { undoCalls } from './undo';
import type { VisibleCommands } from './visible-commands';

/** Maximum number of commands that a screen begins within `WINDOW_MS`: much more than a radio carries. */
const MAX_COMMANDS = 600;
const WINDOW_MS = 10_000;

/** Fired commands that are still queued expire after this time, in ms: they would come too late. */
const FIRED_EXPIRY_MS = 30_000;

/** The commands of a timer, or those of a scene that runs at a hazard. */
interface FiredBatch extends Pick<CommandBatch, 'timer' | 'what' | 'scope' | 'scene'> {
  readonly commands: readonly DeviceCommand[];
}

/** The household with its homes, and with what takes commands. */
export interface InboxHousehold extends CommandHousehold {
  readonly inbox: CommandInbox;
}

/** The batch that a frame began or cancelled, or why it did neither, and how long to wait. */
type FrameResult =
  | Result<LoggedBatch>
  | { readonly ok: false; readonly error: Failure & { readonly retryMs: number } };

/**
 * Takes the commands of all screens: the frames of pages, and single commands of other clients. From the receipt of a frame to its entries
 * in the log nothing waits: without a home or a controller it is refused.
 */
export class CommandInbox {
  /** Answered frames, by `taken` or the code of the refusal. */
  readonly outcomes = new OutcomeCounter(['taken', ...Object.keys(ERROR_STATUS)]);
  readonly #house: CommandHousehold;
  readonly #commands: CommandExecutors;
  readonly #view: VisibleCommands;
  readonly #sent: SlidingWindow;
  readonly #taken = new Emitter<LoggedBatch>();
  /** Calls back with each batch that was taken. */
  readonly onTaken = this.#taken.subscribe;

  constructor(house: CommandHousehold, commands: CommandExecutors, view: VisibleCommands) {
    this.#house = house;
    this.#commands = commands;
    this.#view = view;
    this.#sent = new SlidingWindow(house.clock, { max: MAX_COMMANDS, windowMs: WINDOW_MS });
  }

  /** Takes or refuses a frame of a page at once. Returns the answer; undefined for a frame of a type that is not known. */
  receive(frame: Buffer, speaker: FrameSender): Buffer | undefined {
    const value = parseJson(frame);
    if (!isRecord(value) || (value['type'] !== 'commands' && value['type'] !== 'cancel')) return undefined;
    const id = typeof value['id'] === 'string' ? value['id'].slice(0, 64) : '';
    const read = v.safeParse(pageFrameSchema, value);
    const taken = read.success ? this.#take(read.output, speaker) : BAD_FRAME;
    const outcome = taken.ok ? 'taken' : taken.error.code;
    this.outcomes.count(outcome);
    const { controller: home, name: screen } = speaker.screen;
    this.#house.log.debug({ home, screen, frame: value['type'], id, outcome }, 'answered');
    const answer = taken.ok
      ? { type: 'taken', id, ...this.#view.taken(taken.value, speaker) }
      : { type: 'refused', id, error: taken.error };
    return Buffer.from(JSON.stringify(answer));
  }

  /**
   * Carries out one command of a client that is no page, and resolves with the controller's answer. It has no batch, and is dropped if its
   * sender disconnects while it waits. A command already sent is not cancelled.
   */
  async single(viewer: CommandViewer, command: DeviceCommand, signal: CancelSignal): Promise<Result<Answer>> {
    if (signal.aborted) return { ok: false, error: SENDER_GONE };
    const { screen } = viewer;
    if (this.#sent.delay(screen.id) > 0) return { ok: false, error: TOO_MANY };
    this.#sent.add(screen.id);
    const planned = planOne(command, viewer, this.#house.touch);
    if (!planned.ok) return planned;
    const commands = this.#commands.of(screen.controller);
    const id = `single.${randomBytes(9).toString('base64url')}`;
    const job = jobOf(screen, { ...planned.value, id, batch: '', expiresAt: Infinity });
    const drop = () => commands.drop((each) => each.id === id, { state: 'superseded', failure: SENDER_GONE });
    signal.addEventListener('abort', drop);
    const result = await commands.submit(job);
    signal.removeEventListener('abort', drop);
    return result;
  }

  #take(frame: PageFrame, speaker: FrameSender): FrameResult {
    const screen = this.#house.screens.admit(speaker.screen.id);
    if (!screen.ok) return screen;
    if (!screen.value.rights.commands) return MAY_ONLY_LOOK;
    const viewer = { ...speaker, screen: screen.value };
    return frame.type === 'cancel' ? this.#cancel(frame.id, viewer) : this.#begin(frame, viewer);
  }

  #begin(frame: BatchFrame, speaker: FrameSender): FrameResult {
    const { commandLog: log, clock } = this.#house;
    const { screen, state } = speaker;
    const known = log.batch(screen.controller, frame.id);
    if (known) return known.screen === screen.id ? succeed(known) : TAKEN_ID;
    const retryMs = this.#sent.delay(screen.id);
    if (retryMs > 0) return { ok: false, error: { ...TOO_MANY, retryMs: Math.ceil(retryMs) } };
    this.#sent.add(screen.id);
    const now = clock.monotonic();
    const expiresAt = Math.min(frame.at, now) + frame.expiresMs;
    if (expiresAt <= now) return TOO_LATE;
    const offline = whyOffline(state);
    if (offline) return offline;

    const undone = 'undo' in frame ? log.batch(screen.controller, frame.undo) : undefined;
    const planned = this.#plan(frame, undone, speaker);
    if (!planned.ok) return planned;
    // What a frame costs is known once it is planned: a scene's id stands for all its commands.
    this.#sent.add(screen.id, planned.value.length - 1);
    const batch = this.#describe(frame, planned.value, speaker, expiresAt - now);
    return this.#post(planned.value, batch, { screen, page: speaker.page, expiresAt }, () => {
      if (undone) this.#supersede(undone, speaker);
    });
  }

  /** Adds a batch to the log, and its commands to the queue. What it undoes is cancelled before. */
  #post(
    planned: readonly PlannedCommand[],
    batch: CommandBatch,
    { screen, page, expiresAt }: { screen: Screen; page: string; expiresAt: number },
    beforePost: () => void = () => undefined
  ): FrameResult {
    const { commandLog: log } = this.#house;
    const jobs = planned.map((each, n) =>
      jobOf(screen, { ...each, id: `${batch.id}.${n}`, batch: batch.id, expiresAt })
    );
    const commands = this.#commands.of(screen.controller);
    if (!commands.hasRoom(jobs)) return { ok: false, error: TOO_MANY };
    const logged = log.addBatch(screen, page, batch);
    beforePost();
    if (isLightsOff(planned)) this.#noteMoods(screen, planned);
    commands.post(jobs);
    this.#taken.emit(logged);
    return succeed(logged);
  }

  /**
   * Begins the batch of a timer that is due, or of a scene at a hazard, for the screen that chose it. It is refused like a frame of that
   * screen. It leaves out devices that don't take their commands by now: see `refusalOf`.
   */
  fire({ screen, device, state }: Omit<FrameSender, 'page'>, fired: FiredBatch): Result<LoggedBatch> {
    const { commands, ...labels } = fired;
    const { clock, screens, touch } = this.#house;
    const admitted = screens.admit(screen.id);
    if (!admitted.ok) return admitted;
    if (!admitted.value.rights.commands) return MAY_ONLY_LOOK;
    const offline = whyOffline(state);
    if (offline) return offline;
    const viewer = { screen: admitted.value, device };
    const left = commands.filter((each) => !this.#refusalOf(each, viewer));
    const planned = planAll(left.length > 0 ? left : commands, viewer, touch);
    if (!planned.ok) return planned;
    // No page can make such an id: see `plainId`.
    const id = `${TIMER_BATCH}${randomBytes(9).toString('base64url')}`;
    const batch: CommandBatch = {
      ...labels,
      id,
      by: { id: screen.id, name: admitted.value.name },
      at: clock.now(),
      expiresAt: clock.now() + FIRED_EXPIRY_MS
    };
    const expiresAt = clock.monotonic() + FIRED_EXPIRY_MS;
    return this.#post(planned.value, batch, { screen: admitted.value, page: '', expiresAt });
  }

  #cancel(id: string, viewer: CommandViewer): FrameResult {
    const log = this.#house.commandLog;
    const { screen } = viewer;
    const batch = log.batch(screen.controller, id);
    const own = batch ? log.commandsIn(batch).filter(({ device }) => viewer.device(device)) : [];
    if (!batch || (own.length === 0 && batch.screen !== screen.id)) return NO_BATCH;
    const ids = new Set(own.map(({ entry }) => entry.id));
    this.#commands.of(screen.controller).drop((job) => ids.has(job.id), { state: 'cancelled' });
    return succeed(batch);
  }

  /** The commands of a frame. One that cannot be sent refuses all of them. */
  #plan(frame: BatchFrame, undone: LoggedBatch | undefined, viewer: CommandViewer): Result<PlannedCommand[]> {
    const { touch } = this.#house;
    if ('commands' in frame) return planAll(frame.commands, viewer, touch);
    if ('scene' in frame) return this.#planScene(frame.scene, viewer);
    const commands = undone && !undone.isUndone ? this.#house.commandLog.commandsIn(undone) : [];
    if (!commands.some(({ device }) => viewer.device(device))) return NO_BATCH;
    const calls = undoCalls(commands, touch.commandable(viewer));
    if (calls.length === 0) return NOTHING_TO_UNDO;
    const left = calls.filter((each) => !this.#refusalOf(each, viewer));
    return planAll(left.length > 0 ? left : calls, viewer, touch);
  }

  #planScene(id: string, viewer: CommandViewer): Result<PlannedCommand[]> {
    const scene = this.#house.scenes.find(viewer, id);
    if (!scene) return NO_SCENE;
    const planned = planScene(scene, viewer, this.#house.touch);
    if (planned.length > 0) return succeed(planned);
    const there = scene.commands.filter(({ device, model }) => isModelOf(model, viewer.device(device)));
    const refusals = there.flatMap((each) => this.#refusalOf(each, viewer) ?? []);
    return refusals.find(({ error }) => error.code !== 'show-only') ?? NO_SCENE_DEVICES;
  }

  /** Why the device of a command does not take it from anybody now. */
  #refusalOf(command: DeviceCommand, { screen, device: find }: CommandViewer) {
    const device = find(command.device);
    return device && refusalOf(device, command, screen, this.#house.touch);
  }

  /** Cancels what is still queued of a batch that is undone. */
  #supersede(undone: LoggedBatch, viewer: CommandViewer) {
    const { commandLog: log } = this.#house;
    this.#cancel(undone.batch.id, viewer);
    // What this screen does not see can still be undone by others.
    if (log.commandsIn(undone).every(({ device }) => viewer.device(device))) log.undone(undone);
  }

  /** Notes how rooms are lit before their lamps are switched off. */
  #noteMoods({ controller }: Screen, planned: readonly PlannedCommand[]) {
    const open = this.#commands.of(controller).jobs.filter(({ state }) => isOpen(state));
    const underWay = new Set(open.map(({ device }) => device));
    const lamps = planned.map(({ device }) => device);
    this.#house.moods.beforeOff(controller, lamps, underWay);
  }

  /** The description of a batch. Of the words of its frame it has those that are true of what it sends. */
  #describe(
    frame: BatchFrame,
    planned: readonly PlannedCommand[],
    { screen: { id, name, rights }, device }: CommandViewer,
    expiresMs: number
  ): CommandBatch {
    const at = this.#house.clock.now();
    const said = frame.what === LIGHTS_OFF && !planned.every(isOff) ? undefined : frame.what;
    const what = said ?? ('undo' in frame ? 'undo' : 'scene' in frame ? 'scene' : undefined);
    const { scope } = frame;
    const isThere = scope?.startsWith('room:')
      ? planned.some((each) => scope === `room:${String(device(each.device)?.room_id)}`)
      : rights.rooms === null;
    return {
      id: frame.id,
      ...(what !== undefined && { what }),
      ...(scope !== undefined && isThere && { scope }),
      ...('scene' in frame && { scene: frame.scene }),
      ...('undo' in frame && { undoes: frame.undo }),
      ...(frame.name !== undefined && { name: frame.name }),
      by: { id, name },
      at,
      expiresAt: at + Math.floor(expiresMs)
    };
  }
}

const isOff = ({ prepared }: PlannedCommand): boolean => switchesOff(prepared.call);

/** Whether commands switch off several lamps, and do nothing else. */
const isLightsOff = (planned: readonly PlannedCommand[]): boolean =>
  planned.length > 1 && planned.every(isOff);

/** A job of a screen. */
const jobOf = (
  { id: screen, name: screenName }: Screen,
  job: Omit<NewJob, 'screen' | 'screenName' | 'isUrgent'>
): NewJob => ({
  ...job,
  screen,
  screenName,
  isUrgent: STOP_METHODS.includes(job.prepared.call.method)
});

const BAD_FRAME = fail(
  'bad-request',
  'Frames are {type: "commands", id, at, commands: […]} and {type: "cancel", id}.'
);
const NO_SCENE_DEVICES = fail('not-found', 'No device of this scene is there.');
const NO_BATCH = fail('not-found', 'There is no such batch.');
const TAKEN_ID = fail('bad-request', 'Another screen has a batch of this id.');
const NOTHING_TO_UNDO = fail('superseded', 'Every device of this batch was used since.');
const TOO_LATE = fail('not-sent', 'The frame came so late that it has expired.');
const TOO_MANY = fail('too-many-commands', 'This screen sends more commands than a radio can carry.').error;
/** Its sender gets no answer. */
const SENDER_GONE = fail('superseded', 'Its sender disconnected before it was sent.').error;
