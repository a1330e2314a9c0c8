import type { Clock } from '#shared/clock';
import { isOpen } from '#shared/commands/command-entry';
import type { FrameAnswer } from '#shared/commands/command-schema';
import type { Device } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import { batchIdOf, newBatchId } from '../connection/batch-id';
import type { ReportedCommands } from '../connection/command-feed';
import type { SentFrame } from '../connection/connection';
import type { DeviceStep } from '../home/home-index';
import type { ClientFailure } from '../proxy/failure';
import { CommandBook } from './command-book';
import type { BatchLabel, CommandDeps, CommandView, DeviceCall, PostedBatch } from './command-view';
import { findSendable } from './sendable';
import { SetpointGrids } from './setpoint-grids';
import {
  applyAll,
  isUnderWay,
  phaseOf,
  unknownCommand,
  type Sending,
  type ShownCommand
} from './shown-command';
import { NOT_SENT } from './shown-command-machine';

const NOT_LIVE: ClientFailure = { code: 'offline', message: 'the link is not live' };
const NOT_OFFERED: ClientFailure = {
  code: 'unknown-method',
  message: 'the device does not offer this command'
};

/** Milliseconds until a single command that waits for its turn expires: nobody expects its effect later. */
const TAP_EXPIRES_MS = 10_000;

/** A command that can be sent, with the id of its entry. */
interface ReadyCall extends DeviceCall {
  readonly id: string;
  readonly prepared: PreparedCommand;
}

/** A frame whose answer somebody waits for. */
interface PendingFrame {
  readonly sending: Sending;
  readonly resolve: (refusal: ClientFailure | null) => void;
}

/**
 * The commands under way: those of this page, shown at once with their effect, and those of other screens. The proxy
 * carries them out and judges them. There is no queue here: a command that cannot be sent now fails at once.
 */
export class Commands {
  readonly #deps: CommandDeps;
  readonly #book: CommandBook;
  readonly #grids = new SetpointGrids();
  /** By the id of the batch. */
  readonly #asked = new Map<string, PendingFrame>();

  constructor({ clock }: { clock: Clock }, deps: CommandDeps) {
    this.#deps = deps;
    this.#book = new CommandBook(clock);
  }

  /** Whether a command of this page is under way. The page must not be reloaded then. */
  get isBusy(): boolean {
    return this.#book.busy > 0;
  }

  /** Follows the home, the link and the proxy's word; returns a function that stops it. */
  start(): () => void {
    const { state, link, commandFeed } = this.#deps;
    for (const { id } of state.home?.devices ?? []) this.#book.add(id);
    this.#follow({ isWhole: false, entries: [...commandFeed.known.entries.values()] });
    const stops = [
      state.subscribe((steps) => {
        for (const step of steps) this.#followHome(step);
      }),
      commandFeed.subscribe((reported) => this.#follow(reported)),
      commandFeed.onAnswer((answer) => this.#answered(answer)),
      link.subscribe((phase) => {
        if (phase === 'live') this.#release();
      })
    ];
    return () => {
      for (const stop of stops) stop();
      for (const { resolve } of this.#asked.values()) resolve(null);
      this.#asked.clear();
      this.#book.stop();
    };
  }

  /**
   * Sends one of the device's commands (`setLevel.call({level: 40})`). It replaces those of this page for the same value.
   * Without a live link it fails at once; just after a resume it is held for up to a second. The result is visible in
   * `of`.
   * @returns the id of its entry
   */
  send(device: Device, call: CommandCall): string {
    const { link } = this.#deps;
    const batch = newBatchId();
    const ready = this.#ready(batch, [{ device, call }]);
    if (!link.isLive && link.isResuming) for (const each of ready) this.#show(each, null);
    else this.#begin(batch, ready, { expiresMs: TAP_EXPIRES_MS });
    return `${batch}.0`;
  }

  /**
   * Sends commands as one batch, which goes on if this page is closed. Without a live link all of them fail at once, and
   * a command that its device does not offer fails alone.
   * @param label without one, no screen shows a report of it
   */
  sendBatch(calls: readonly DeviceCall[], label: Partial<BatchLabel> = {}): PostedBatch {
    const id = newBatchId();
    const ready = this.#ready(id, calls);
    if (ready.length === 0) return { id, refusal: Promise.resolve(NOT_OFFERED) };
    return { id, refusal: this.#refusalOf(id, this.#begin(id, ready, label)) };
  }

  /** Begins a batch whose commands the proxy knows: it runs a scene, or restores the values that it noted for another batch. */
  order(known: { readonly undo: string } | { readonly scene: string }, label?: BatchLabel): PostedBatch {
    const id = newBatchId();
    return {
      id,
      refusal: this.#refusalOf(id, this.#sendFrame({ type: 'commands', id, ...known, ...label }))
    };
  }

  /** Cancels what is still queued of a batch. */
  cancel(batch: string): void {
    this.#deps.link.send({ type: 'cancel', id: batch });
  }

  /**
   * Returns the device with this page's commands under way applied to its confirmed values. The same object if there are
   * none.
   */
  shown(device: Device): Device {
    const params = applyAll(this.#book.of(device.id), device.params);
    return params === device.params ? device : { ...device, params };
  }

  /** The step of a thermostat's targets that its answers have shown, in degrees; undefined for the usual one. */
  stepOf(deviceId: number): number | undefined {
    return this.#grids.stepOf(deviceId);
  }

  /** The device's commands that are under way, unconfirmed or failed, oldest first. */
  of(deviceId: number): readonly CommandView[] {
    return this.#book
      .of(deviceId)
      .filter(({ isReplaced, isQuiet, stage }) => !isReplaced && !isQuiet && stage !== 'steady')
      .map((command) => this.#view(deviceId, command));
  }

  #view(device: number, command: ShownCommand): CommandView {
    const { id, call, by, isVisible, failure } = command;
    const { session, link, state } = this.#deps;
    const isOther = by !== null && by.id !== session.current?.screen.id;
    return {
      id,
      phase: phaseOf(command, link.isLinked),
      isOver: !isUnderWay(command) && command.stage !== 'rounded',
      call,
      isVisible,
      ...(isOther ? { by: by.name } : {}),
      ...(failure ? { failure } : {}),
      retry: () => {
        const current = state.reportedDevice(device);
        if (current) this.send(current, call);
      },
      dismiss: () => this.#book.step(device, { type: 'dismissed', id })
    };
  }

  /** The calls that can be sent, with the ids of their entries. The others are shown as rejected. */
  #ready(batch: string, calls: readonly DeviceCall[]): readonly ReadyCall[] {
    const ready: ReadyCall[] = [];
    for (const each of calls) {
      const { device, call } = each;
      const prepared = findSendable(device, call.method)?.prepare(call.params);
      if (prepared) ready.push({ ...each, id: `${batch}.${ready.length}`, prepared });
      else this.#reject(device, `${newBatchId()}.0`, unknownCommand(call), NOT_OFFERED);
    }
    return ready;
  }

  /** Sends commands in one frame, and shows them. Returns when they were sent; null if they were not. */
  #begin(
    id: string,
    ready: readonly ReadyCall[],
    options: Partial<BatchLabel> & { readonly expiresMs?: number }
  ): Sending | null {
    if (ready.length === 0) return null;
    const commands = ready.map(({ device, call, isQuiet }) => ({
      device: device.id,
      ...call,
      ...(isQuiet && { isQuiet })
    }));
    const sending = this.#sendFrame({ type: 'commands', id, commands, ...options });
    for (const each of ready)
      if (sending) this.#show(each, sending);
      else this.#reject(each.device, each.id, each.prepared, NOT_LIVE);
    return sending;
  }

  #sendFrame(frame: SentFrame): Sending | null {
    const { link, commandFeed } = this.#deps;
    const { connection, memory } = commandFeed.known;
    const at = link.send(frame);
    return at === null ? null : { instance: memory.instance, connection, at };
  }

  #show({ id, device, prepared, isQuiet }: ReadyCall, sending: Sending | null): void {
    const expectation = prepared.expect(this.#deps.state.reportedDevice(device.id) ?? device);
    this.#book.step(device.id, {
      type: 'send',
      id,
      prepared,
      expectation,
      sending,
      ...(isQuiet && { isQuiet })
    });
  }

  #reject({ id: device }: Device, id: string, prepared: PreparedCommand, failure: ClientFailure): void {
    this.#book.step(device, { type: 'reject', id, prepared, failure });
  }

  /** Resolves with the reason if the proxy refuses a batch; null if it takes it, or may have taken it. */
  #refusalOf(id: string, sending: Sending | null): Promise<ClientFailure | null> {
    if (!sending) return Promise.resolve(NOT_LIVE);
    return new Promise((resolve) => this.#asked.set(id, { sending, resolve }));
  }

  #followHome({ before, after }: DeviceStep): void {
    if (!before && after) {
      this.#book.add(after.id);
      for (const entry of this.#deps.commandFeed.known.entries.values())
        if (entry.device === after.id && isOpen(entry.state))
          this.#book.step(after.id, { type: 'reported', entry });
    } else if (before && !after) this.#book.remove(before.id);
    else if (after && this.#book.of(after.id).length > 0)
      this.#book.step(after.id, { type: 'changed', params: after.params });
  }

  /** Applies the proxy's word. The changes that it depends on have arrived before it. */
  #follow({ isWhole, entries }: ReportedCommands): void {
    if (!isWhole) {
      for (const entry of entries) {
        const params = this.#deps.state.reportedDevice(entry.device)?.params;
        if (entry.state === 'confirmed' && params) this.#grids.note(entry, params);
        this.#book.step(entry.device, { type: 'reported', entry, params });
      }
      return;
    }
    const { connection, memory } = this.#deps.commandFeed.known;
    this.#book.stepAll((device) => ({
      type: 'listed',
      list: { entries: entries.filter((entry) => entry.device === device), memory, connection }
    }));
    for (const [id, { sending, resolve }] of this.#asked)
      if (sending.connection < connection) {
        const isLost = memory.instance === sending.instance && sending.at > memory.since;
        resolve(isLost && !memory.remembered.includes(id) ? NOT_SENT : null);
        this.#asked.delete(id);
      }
    for (const device of new Set(this.#book.inStage('unknown').map((each) => each.device)))
      void this.#read(device);
  }

  /** Applies the answer to a frame of this page. */
  #answered(answer: FrameAnswer): void {
    const failure = answer.type === 'refused' ? answer.error : null;
    this.#asked.get(answer.id)?.resolve(failure);
    this.#asked.delete(answer.id);
    for (const { device, command } of this.#book.inStage('sent'))
      if (batchIdOf(command.id) === answer.id)
        this.#book.step(device, { type: 'answered', id: command.id, failure });
  }

  /** The link is there: held commands are sent. */
  #release(): void {
    for (const { device, command } of this.#book.inStage('held')) {
      const { id, call } = command;
      const commands = [{ device, ...call }];
      const sending = this.#sendFrame({
        type: 'commands',
        id: batchIdOf(id),
        commands,
        expiresMs: TAP_EXPIRES_MS
      });
      this.#book.step(
        device,
        sending ? { type: 'released', id, sending } : { type: 'answered', id, failure: NOT_LIVE }
      );
    }
  }

  /** Reads a device whose commands have an unknown outcome. */
  async #read(device: number): Promise<void> {
    const read = await this.#deps.proxy.readDevice(device);
    this.#book.step(device, { type: 'read', params: read.ok ? read.value.params : null });
  }
}
