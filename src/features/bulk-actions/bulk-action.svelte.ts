import type { CommandBatch } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { askFirst } from '$features/device/ask-first';
import { BulkActions } from '$features/view-models/bulk-actions.svelte';
import type { Commands } from '$lib/state/commands/commands';
import { HomeCommands } from '$lib/state/commands/home-commands';
import type { OpenHome } from '$lib/state/open-home.svelte';
import {
  distanceLeft,
  isUnderWay,
  isUnsuccessful,
  outcomeOf,
  outcomeOfUnnamed,
  outcomesOfDevices,
  type DeviceOutcome,
  type Outcome
} from './outcome';
import { LEAVING, stepTo } from './plan';
import { undoableDevices } from './undoable';

/** One device's command in a bulk action. */
export interface BulkActionEntry {
  /** The id of its entry at the proxy. */
  readonly id: string;
  readonly device: number;
  readonly call: CommandCall;
  readonly outcome: Outcome;
  /**
   * The part of its way that the device has reported, from 0 to 1: 1 once its reported value has come to the target, or
   * the command is confirmed. 0 if it ended otherwise.
   */
  readonly progress: number;
}

/** A command of a bulk action, wherever its outcome comes from. */
type ListedCommand = Pick<BulkActionEntry, 'id' | 'device' | 'call'>;

/** The view model of a bulk action's report, whichever screen began it. */
export class BulkAction {
  /** The id of its batch. */
  readonly id: string;
  readonly #home: OpenHome;
  readonly #commands: Commands;
  /** How far each device was from its target at most, by the id of its entry. */
  readonly #ways: Record<string, number> = {};
  /** Its commands that this screen may see, with their outcomes, in their order. */
  readonly entries: readonly BulkActionEntry[] = $derived.by(() =>
    this.#listed().map((command) => this.#entryOf(command))
  );
  /** Its devices with the outcome of their commands: what is counted. */
  readonly devices: readonly DeviceOutcome[] = $derived.by(() => outcomesOfDevices(this.entries));

  constructor(home: OpenHome, id: string) {
    this.#home = home;
    this.#commands = home.service(HomeCommands);
    this.id = id;
  }

  /** A code that `bulkActionTitle` puts into words. */
  get what(): string {
    return this.#batch?.what ?? this.#begun?.what ?? '';
  }

  /** What it concerns, as in `CommandBatch`. */
  get scope(): string | null {
    return this.#batch?.scope ?? this.#begun?.scope ?? null;
  }

  /** The scene that it runs; undefined for none. */
  get scene(): string | undefined {
    return this.#batch?.scene ?? this.#begun?.scene;
  }

  /** Whether this page ran a scene whose devices were all as it wants them. */
  get wasSet(): boolean {
    return this.#begun?.wasSet ?? false;
  }

  /** A name by an outside program, or of a scene that is not saved. */
  get name(): string | undefined {
    return this.#batch?.name ?? this.#begun?.name;
  }

  /** The batch that it undoes; undefined for none, or one that this screen does not know. */
  get undone(): Pick<CommandBatch, 'what' | 'scope' | 'scene' | 'name'> | undefined {
    return this.#home.commandFeed.known.batches.get(this.#batch?.undoes ?? this.#begun?.undoes ?? '');
  }

  /** The name of the other screen that began it, if this screen may know. */
  get by(): string | undefined {
    const by = this.#batch?.by;
    return by && by.id !== this.#home.session.current?.screen.id ? by.name : undefined;
  }

  /** Whether this page began it. */
  get isOwn(): boolean {
    return this.#begun !== null;
  }

  /** Whether some command has no final outcome yet, apart from those that wait for a sleeping device. */
  get isUnderWay(): boolean {
    if (this.#refusal) return false;
    if (this.#batch === undefined && this.entries.length === 0) return true;
    return this.entries.some(({ outcome }) => isUnderWay(outcome));
  }

  /** Whether some command waits for its turn. */
  get isSending(): boolean {
    return this.entries.some(({ outcome }) => outcome.state === 'waiting');
  }

  /** Why the proxy has refused all of it. */
  get refusal() {
    return this.#refusal;
  }

  /** Whether it can be undone. "Shutters open" is not: they would move without a confirmation. */
  get isUndoable(): boolean {
    const batch = this.#batch;
    const isKind = ['lights-off', 'scene', LEAVING].includes(this.what);
    return isKind && batch !== undefined && undoableDevices(this.#home, batch).length > 0;
  }

  /** The devices whose commands were sent. */
  get sentDevices(): readonly Device[] {
    const sent = this.entries.filter(({ outcome: { state } }) => state !== 'waiting' && state !== 'dropped');
    return sent.flatMap(({ device }) => this.#home.state.device(device) ?? []);
  }

  /** The commands that did not succeed and can be sent again: their devices respond. */
  get repeatable(): readonly BulkActionEntry[] {
    const unsuccessful = this.entries.filter(({ outcome }) => isUnsuccessful(outcome));
    return unsuccessful.filter(
      ({ device, outcome }) =>
        outcome.state !== 'superseded' && this.#home.state.device(device)?.alive === true
    );
  }

  /** Sends what can be sent again, as one batch. */
  retry(): void {
    const again = this.repeatable.flatMap(({ id, device: number, call }) => {
      const device = this.#home.state.reportedDevice(number);
      return device && stepTo(device, call).length > 0 ? [{ id, device, call }] : [];
    });
    const calls = again.map(({ device, call }) => ({ device: device.id, call }));
    askFirst(this.#home, calls, () => {
      const batch = this.#commands.sendBatch(again);
      this.#home
        .service(BulkActions)
        .repeat(Object.fromEntries(again.map(({ id }, index) => [id, `${batch.id}.${index}`])));
    });
  }

  get #batch(): CommandBatch | undefined {
    return this.#home.commandFeed.known.batches.get(this.id);
  }

  get #begun() {
    const { begun } = this.#home.service(BulkActions);
    return begun?.id === this.id ? begun : null;
  }

  get #refusal() {
    return this.#begun?.refusal ?? null;
  }

  #listed(): readonly ListedCommand[] {
    const begun = this.#begun;
    if (begun && begun.calls.length > 0)
      return begun.calls
        .map((command, index) => ({ id: `${this.id}.${index}`, ...command }))
        .filter(({ isQuiet }) => !isQuiet);
    return [...this.#home.commandFeed.known.entries.values()]
      .filter(({ batch, isQuiet }) => batch === this.id && !isQuiet)
      .map(({ id, device, method, params }) => ({ id, device, call: { method, params } }))
      .sort((one, other) => numberOf(one.id) - numberOf(other.id));
  }

  #entryOf(command: ListedCommand): BulkActionEntry {
    const id = this.#home.service(BulkActions).retries[command.id] ?? command.id;
    const device = this.#home.state.reportedDevice(command.device);
    const outcome = this.#outcomeOf(id, command.device, device);
    return { ...command, outcome, progress: this.#progressOf(id, command.call, outcome, device) };
  }

  #outcomeOf(id: string, number: number, device: Device | undefined): Outcome {
    const entry = this.#home.commandFeed.known.entries.get(id);
    const views = this.#commands.of(number);
    const newer = entry?.state === 'superseded' ? views.filter(({ isOver }) => !isOver) : [];
    // The end of what replaced it decides. One that waits for its device to wake up is no end that anybody waits for.
    if (newer.length > 0)
      return { state: newer.every(({ phase }) => phase === 'waiting') ? 'asleep' : 'underWay' };
    if (entry) return outcomeOf(entry, device);
    const view = views.find((each) => each.id === id);
    return outcomeOfUnnamed(view, this.#refusal);
  }

  #progressOf(id: string, call: CommandCall, { state }: Outcome, device: Device | undefined): number {
    if (!isUnderWay({ state })) return state === 'confirmed' ? 1 : 0;
    const left = device && distanceLeft(call, device);
    const way = Math.max(this.#ways[id] ?? 0, left ?? 0);
    this.#ways[id] = way;
    // A device that was there before is not done until its command is confirmed.
    return state === 'waiting' || left === undefined || way === 0 ? 0 : 1 - left / way;
  }
}

/** The place of an entry in its batch. */
const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1));
