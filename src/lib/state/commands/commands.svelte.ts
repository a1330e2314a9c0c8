import type { Device, Params } from '#shared/home';
import type { CommandCall, PreparedCommand } from '#shared/interfaces/interface';
import type { Clock } from '#shared/clock';
import { CommandBook } from './command-book';
import { applyAll, phaseOf, unknownCommand, type CommandEntry, type CommandPhase } from './command-entry';
import type { CommandEffect } from './command-events';
import type { ClientFailure } from '../connection/failure';
import type { DeviceStep } from '../home/home-index';
import type { HomeState } from '../home/home.svelte';
import type { Link } from '../connection/link.svelte';
import type { ProxyClient } from '../connection/proxy-client';
import { findSendable } from './sendable';
import type { SessionState } from '../session/session.svelte';

export type { CommandPhase } from './command-entry';

/** A command as a tile shows it. It is a snapshot: each step makes a new one. */
export interface CommandView {
  readonly id: number;
  readonly phase: CommandPhase;
  readonly call: CommandCall;
  /** Whether its state is shown. A command that is confirmed within 190 ms never is. */
  readonly isVisible: boolean;
  /** Why it failed, or why it is unconfirmed. */
  readonly failure?: ClientFailure;
  /** Sends the same command again. */
  retry(): void;
  /** Removes an unconfirmed or failed command. */
  dismiss(): void;
}

/** The services that commands depend on. */
export interface CommandDeps {
  readonly home: HomeState;
  readonly link: Pick<Link, 'isLive' | 'isResuming' | 'subscribe'>;
  readonly proxy: Pick<ProxyClient, 'command' | 'device'>;
  readonly session: Pick<SessionState, 'current'>;
}

const NOT_LIVE: ClientFailure = { code: 'offline', message: 'the link is not live' };
const NOT_OFFERED: ClientFailure = { code: 'bad-request', message: 'the device does not offer this command' };

/** The commands under way. There is no queue: a command that cannot be sent now fails at once. */
export class Commands {
  readonly #deps: CommandDeps;
  readonly #book: CommandBook;
  #lastId = 0;

  constructor({ clock }: { clock: Clock }, deps: CommandDeps) {
    this.#deps = deps;
    this.#book = new CommandBook(clock, {
      params: (device) => this.#paramsOf(device),
      carryOut: (device, effect) => void this.#carryOut(device, effect)
    });
  }

  /** Whether any command is under way. The page must not be reloaded then. */
  get isBusy(): boolean {
    return this.#book.busy > 0;
  }

  /** Follows the home's changes and the link; returns a function that stops it. */
  start(): () => void {
    const { home, link } = this.#deps;
    for (const { id } of home.home?.devices ?? []) this.#book.add(id);
    const stops = [
      home.subscribe((steps) => {
        for (const step of steps) this.#follow(step);
      }),
      link.subscribe((phase) => {
        if (phase === 'live') this.#book.stepAll({ type: 'released' });
      })
    ];
    return () => {
      for (const stop of stops) stop();
      this.#book.stop();
    };
  }

  /**
   * Sends one of the device's commands (`setLevel.call({level: 40})`). It replaces those under way for the same value.
   * Without a live link it fails at once; just after a resume it is held for up to a second. The result is visible in
   * `of`.
   */
  send(device: Device, call: CommandCall): void {
    const { link, home } = this.#deps;
    const prepared = findSendable(device, call.method)?.prepare(call.params);
    const id = ++this.#lastId;
    if (!prepared) this.#reject(device, id, unknownCommand(call), NOT_OFFERED);
    else if (!link.isLive && !link.isResuming) this.#reject(device, id, prepared, NOT_LIVE);
    else
      this.#book.step(device.id, {
        type: 'send',
        id,
        prepared,
        expectation: prepared.expect(home.reportedDevice(device.id) ?? device),
        isHeld: !link.isLive
      });
  }

  /**
   * Returns the device with the commands under way applied to its confirmed values. The same object if there are none.
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
      .map((entry) => this.#view(deviceId, entry));
  }

  #view(device: number, entry: CommandEntry): CommandView {
    const { id, isVisible, failure } = entry;
    const { call } = entry.prepared;
    return {
      id,
      phase: phaseOf(entry),
      call,
      isVisible,
      ...(failure ? { failure } : {}),
      retry: () => {
        const current = this.#deps.home.reportedDevice(device);
        if (current) this.send(current, call);
      },
      dismiss: () => this.#book.step(device, { type: 'dismissed', id })
    };
  }

  #reject({ id: device }: Device, id: number, prepared: PreparedCommand, failure: ClientFailure): void {
    this.#book.step(device, { type: 'reject', id, prepared, failure });
  }

  #follow({ before, after }: DeviceStep): void {
    if (!before && after) this.#book.add(after.id);
    else if (before && !after) this.#book.remove(before.id);
    else if (before && after) this.#book.step(after.id, { type: 'changed', before: before.params });
  }

  #paramsOf(device: number): Params {
    return this.#deps.home.reportedDevice(device)?.params ?? {};
  }

  async #carryOut(device: number, effect: CommandEffect): Promise<void> {
    if (effect.type === 'post') await this.#post(device, effect.id, effect.call);
    else await this.#readBack(device, effect.id);
  }

  async #post(device: number, id: number, call: CommandCall): Promise<void> {
    const { proxy, session } = this.#deps;
    if (!session.current) return;
    const result = await proxy.command(session.current.controller.id, device, call);
    if (result.ok) this.#book.step(device, { type: 'accepted', id });
    else this.#book.step(device, { type: 'refused', id, failure: result.error });
  }

  /** Reads the device. Its response is newer than the changes received so far. */
  async #readBack(device: number, id: number): Promise<void> {
    const { proxy, home, session } = this.#deps;
    const result = session.current ? await proxy.device(session.current.controller.id, device) : null;
    if (result?.ok) home.applyDevice(result.value);
    this.#book.step(device, { type: 'read', id, params: result?.ok ? result.value.params : null });
  }
}
