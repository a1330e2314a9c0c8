import { isOpen } from '#shared/commands/command-entry';
import type { CommandsRequest } from '#shared/commands/command-schema';
import { isUrgent } from '#shared/commands/urgent';
import type { Clock } from '#shared/clock';
import type { Device } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import type { ReportedCommands } from '../connection/command-feed.svelte';
import type { ClientFailure } from '../connection/failure';
import type { DeviceStep } from '../home/home-index';
import { Timer } from '../timer';
import { batchIdOf, newBatchId } from './batch-id';
import { CommandBook } from './command-book';
import { PostTurns } from './post-turns';
import { listOf } from './listed-commands';
import { findSendable } from './sendable';
import { applyAll, isUnderWay, phaseOf, unknownCommand, type ShownCommand } from './shown-command';
import type { ShownCommandEffect } from './shown-command-events';
import type { BatchLabel, CommandDeps, CommandView, DeviceCall, PostedBatch } from './command-view';

/** A command of a batch, with the id of its entry. */
interface PostedCall {
  readonly id: string;
  readonly device: number;
  readonly call: CommandCall;
}

const NOT_LIVE: ClientFailure = { code: 'offline', message: 'the link is not live' };
const NOT_SENT: ClientFailure = {
  code: 'not-sent',
  message: 'the answer for an earlier command took too long'
};
const NOT_OFFERED: ClientFailure = { code: 'bad-request', message: 'the device does not offer this command' };

/** Milliseconds until a single command that waits for its turn expires: nobody expects its effect later. */
const TAP_EXPIRES_MS = 10_000;
/** Milliseconds between attempts to find a command whose answer was lost. */
const FIND_INTERVAL_MS = 2000;

/**
 * The commands under way: those of this page, shown at once with their effect, and those of other screens. The proxy
 * carries them out and judges them. There is no queue here: a command that cannot be sent now fails at once.
 */
export class Commands {
  readonly #deps: CommandDeps;
  readonly #book: CommandBook;
  readonly #turns: PostTurns;
  readonly #findAgain: Timer;
  #isFinding = false;

  constructor({ clock }: { clock: Clock }, deps: CommandDeps) {
    this.#deps = deps;
    this.#findAgain = new Timer(clock);
    this.#turns = new PostTurns(clock);
    this.#book = new CommandBook(clock, (device, effect) => void this.#carryOut(device, effect));
  }

  /** Whether a command of this page is under way. The page must not be reloaded then. */
  get isBusy(): boolean {
    return this.#book.busy > 0;
  }

  /** Follows the home, the link and the proxy's word; returns a function that stops it. */
  start(): () => void {
    const { home, link, commandFeed } = this.#deps;
    for (const { id } of home.home?.devices ?? []) this.#book.add(id);
    this.#follow({ isWhole: false, entries: [...commandFeed.known.entries.values()] });
    const stops = [
      home.subscribe((steps) => {
        for (const step of steps) this.#followHome(step);
      }),
      commandFeed.subscribe((reported) => this.#follow(reported)),
      link.subscribe((phase) => {
        if (phase === 'live') this.#release();
      })
    ];
    return () => {
      for (const stop of stops) stop();
      this.#findAgain.stop();
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
    const posted = this.#begin(batch, [{ device, call }], !link.isLive && link.isResuming);
    if (link.isLive && posted.length > 0) void this.#post(batch, posted, { expiresMs: TAP_EXPIRES_MS });
    return `${batch}.0`;
  }

  /**
   * Sends commands as one batch, which goes on if this page is closed. Without a live link all of them fail at once, and
   * a command that its device does not offer fails alone.
   */
  sendBatch(calls: readonly DeviceCall[], label: BatchLabel): PostedBatch {
    const id = newBatchId();
    const posted = this.#begin(id, calls, false);
    if (posted.length > 0) return { id, refusal: this.#post(id, posted, label) };
    return { id, refusal: Promise.resolve(this.#deps.link.isLive ? NOT_OFFERED : NOT_LIVE) };
  }

  /** Undoes a batch with a new one: the proxy restores the values that it noted. */
  undo(batch: string, label: BatchLabel): PostedBatch {
    const id = newBatchId();
    return { id, refusal: this.#postUndo({ id, undo: batch, ...label }) };
  }

  /** Cancels what is still queued of a batch. */
  cancel(batch: string): void {
    const { session, proxy } = this.#deps;
    if (session.current) void proxy.cancelCommands(session.current.controller.id, batch);
  }

  /**
   * Returns the device with this page's commands under way applied to its confirmed values. The same object if there are
   * none.
   */
  shown(device: Device): Device {
    const params = applyAll(this.#book.of(device.id), device.params);
    return params === device.params ? device : { ...device, params };
  }

  /** The device's commands that are under way, unconfirmed or failed, oldest first. */
  of(deviceId: number): readonly CommandView[] {
    return this.#book
      .of(deviceId)
      .filter(({ isReplaced }) => !isReplaced)
      .map((command) => this.#view(deviceId, command));
  }

  #view(device: number, command: ShownCommand): CommandView {
    const { id, call, by, isVisible, failure } = command;
    const { session, link, home } = this.#deps;
    const isOther = by !== null && by.id !== session.current?.screen.id;
    return {
      id,
      phase: phaseOf(command, link.isLinked),
      isOver: !isUnderWay(command),
      call,
      isVisible,
      ...(isOther ? { by: by.name } : {}),
      ...(failure ? { failure } : {}),
      retry: () => {
        const current = home.reportedDevice(device);
        if (current) this.send(current, call);
      },
      dismiss: () => this.#book.step(device, { type: 'dismissed', id })
    };
  }

  /** Shows commands as begun, or as rejected. Returns those that are to be posted, in their order. */
  #begin(batch: string, calls: readonly DeviceCall[], isHeld: boolean): readonly PostedCall[] {
    const { link, home, commandFeed } = this.#deps;
    const posted: PostedCall[] = [];
    for (const { device, call } of calls) {
      const id = `${batch}.${posted.length}`;
      const prepared = findSendable(device, call.method)?.prepare(call.params);
      if (!prepared) this.#reject(device, `${newBatchId()}.0`, unknownCommand(call), NOT_OFFERED);
      else if (!link.isLive && !isHeld) this.#reject(device, id, prepared, NOT_LIVE);
      else {
        this.#book.step(device.id, {
          type: 'send',
          id,
          prepared,
          expectation: prepared.expect(home.reportedDevice(device.id) ?? device),
          sentTo: commandFeed.known.sentTo,
          isHeld
        });
        posted.push({ id, device: device.id, call });
      }
    }
    return posted;
  }

  #reject({ id: device }: Device, id: string, prepared: PreparedCommand, failure: ClientFailure): void {
    this.#book.step(device, { type: 'reject', id, prepared, failure });
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
    const { commandFeed, home } = this.#deps;
    const { ended, sentTo } = commandFeed.known;
    for (const { batch } of entries) if (batch !== null) this.#turns.taken(batch);
    if (isWhole)
      this.#book.stepAll((device) => ({
        type: 'listed',
        list: listOf(home, device, { entries, ended, sentTo })
      }));
    else for (const entry of entries) this.#book.step(entry.device, { type: 'reported', entry });
  }

  #release(): void {
    const { sentTo } = this.#deps.commandFeed.known;
    this.#book.stepAll(() => ({ type: 'released', sentTo }));
  }

  async #carryOut(device: number, effect: ShownCommandEffect): Promise<void> {
    switch (effect.type) {
      case 'post':
        await this.#post(batchIdOf(effect.id), [{ id: effect.id, device, call: effect.call }], {
          expiresMs: TAP_EXPIRES_MS
        });
        break;
      case 'find':
        await this.#find();
    }
  }

  async #postUndo(body: CommandsRequest): Promise<ClientFailure | null> {
    const { proxy, session, link } = this.#deps;
    if (!session.current || !link.isLive) return NOT_LIVE;
    const result = await proxy.postCommands(session.current.controller.id, body);
    return result.ok || result.error.code === 'outcome-unknown' ? null : result.error;
  }

  /**
   * Posts a batch after earlier ones for its devices, unless all its commands were replaced meanwhile. The answer only
   * says whether the proxy has taken it: null, or why it refused it.
   */
  async #post(
    batch: string,
    calls: readonly PostedCall[],
    options: Partial<BatchLabel> & { readonly expiresMs?: number }
  ): Promise<ClientFailure | null> {
    const turn = {
      batch,
      devices: calls.map(({ device }) => device),
      isUrgent: calls.every(({ call }) => isUrgent(call.method))
    };
    const outcome = await this.#turns.take(turn, async () => {
      const { proxy, session, link } = this.#deps;
      if (!session.current || !link.isLive) return NOT_LIVE;
      if (!calls.some(({ device, id }) => this.#book.isShown(device, id))) return NOT_SENT;
      const result = await proxy.postCommands(session.current.controller.id, {
        id: batch,
        commands: calls.map(({ device, call }) => ({ device, ...call })),
        ...options
      });
      return result.ok ? 'taken' : result.error;
    });
    return this.#learn(calls, outcome ?? NOT_SENT);
  }

  /** Notes what is known of posted commands. */
  #learn(calls: readonly PostedCall[], outcome: 'taken' | ClientFailure): ClientFailure | null {
    for (const { id, device } of calls)
      if (outcome === 'taken') this.#book.step(device, { type: 'taken', id });
      else if (outcome.code === 'outcome-unknown') this.#book.step(device, { type: 'lost', id });
      else this.#book.step(device, { type: 'refused', id, failure: outcome });
    return outcome === 'taken' || outcome.code === 'outcome-unknown' ? null : outcome;
  }

  /**
   * Finds out whether the proxy has taken commands whose answer was lost. Without a link the list of the next connection
   * says it.
   */
  async #find(): Promise<void> {
    const { proxy, session, link, home, commandFeed } = this.#deps;
    const lost = this.#book.lost;
    if (this.#isFinding || lost.size === 0 || !session.current || !link.isLinked) return;
    this.#isFinding = true;
    const { connection } = commandFeed.known.sentTo;
    const result = await proxy.listCommands(session.current.controller.id);
    this.#isFinding = false;
    if (result.ok) {
      const { entries, ended, instance } = result.value;
      const sentTo = { instance, connection };
      this.#book.stepAll((device) => ({
        type: 'found',
        lost,
        list: listOf(home, device, { entries, ended, sentTo })
      }));
    }
    this.#findAgain.set(FIND_INTERVAL_MS, () => void this.#find());
  }
}
