import {
  ENDED_BATCH_TTL_MS,
  isOpen,
  type CommandBatch,
  type CommandEntry
} from '#shared/commands/command-entry';
import { isFull } from '#shared/rights';
import { inParts, partMarks } from '../home/live/list-messages';
import type { EncodedNews, LiveNews } from '../home/live/view';
import { isInScope, knowsSender, type CommandViewer } from '../home/live/viewer';
import { isBulk, type CommandLog, type LoggedBatch, type LoggedCommand } from './command-log';
import type { CommandHousehold } from './commands';
import { undoCalls } from './undo';

/** What a screen may see of commands. */
interface SeenCommands {
  readonly entries: readonly CommandEntry[];
  readonly batches: readonly CommandBatch[];
}

/** Limits the commands of a controller to what a screen may see, and writes them as live messages. */
export class VisibleCommands {
  readonly #house: CommandHousehold;
  readonly #log: CommandLog;

  constructor(house: CommandHousehold) {
    this.#house = house;
    this.#log = house.commandLog;
  }

  /** The answer to a frame: its batch, with as many entries as fit into a message. The live message `commands` has all of them. */
  taken(logged: LoggedBatch, viewer: CommandViewer) {
    const batch = this.#batch(logged, viewer) ?? logged.batch;
    const entries = this.#entries(this.#log.commandsIn(logged), viewer);
    const [first] = partsOf({ entries, batches: [batch] });
    return { batch, entries: first?.entries ?? [] };
  }

  /**
   * The messages with everything that a screen may see: what is under way, what ended lately, and what can be undone. The first of them
   * replaces what it knew.
   * @param page the id of the page on this connection
   */
  whole(viewer: CommandViewer, page: string): Buffer[] {
    const { id, controller } = viewer.screen;
    const commands = this.#log.commandsOf(controller);
    const listed = new Set(commands.map(({ batch }) => batch));
    const batches = this.#log.batchesOf(controller).flatMap((logged) => {
      const seen = this.#batch(logged, viewer);
      return seen && (listed.has(logged) || seen.undo) ? [seen] : [];
    });
    const parts = partsOf({ entries: this.#entries(commands, viewer), batches });
    const memory = { instance: this.#log.instance, ...this.#log.memoryOf(id, page) };
    return parts.map((part, at) =>
      encode({ type: 'commands', ...part, ...partMarks(at, parts.length), ...(at === 0 && memory) })
    );
  }

  /**
   * The messages with the current state of these entries, as far as a screen may see them.
   * @param encoded what screens that got these entries before were sent
   */
  news(ids: ReadonlySet<string>, viewer: CommandViewer, encoded: EncodedNews): readonly LiveNews[] {
    // All unlimited screens get the same messages.
    const { id, rights } = viewer.screen;
    const key = isFull(rights) ? 'full' : `screen ${id}`;
    const known = encoded.get(key);
    if (known) return known;
    const commands = [...ids].flatMap((entry) => this.#log.command(entry) ?? []);
    const open = commands.filter(({ state }) => isOpen(state));
    const ended = commands.filter(({ state }) => !isOpen(state));
    // An end rests on the values that the home has by then.
    const written = [...this.#news(open, viewer, 'at-once'), ...this.#news(ended, viewer, 'behind-home')];
    encoded.set(key, written);
    return written;
  }

  #news(commands: readonly LoggedCommand[], viewer: CommandViewer, order: LiveNews['order']): LiveNews[] {
    const entries = this.#entries(commands, viewer);
    if (entries.length === 0) return [];
    const logged = new Set(commands.flatMap(({ batch }) => batch ?? []));
    const batches = [...logged].flatMap((each) => this.#batch(each, viewer) ?? []);
    return partsOf({ entries, batches }).map((part) => ({
      message: encode({ type: 'commands', ...part }),
      order
    }));
  }

  #entries(commands: readonly LoggedCommand[], viewer: CommandViewer): CommandEntry[] {
    return commands
      .filter((logged) => sees(logged, viewer))
      .map((logged) => (knowsSender(logged.screen, viewer) ? logged.entry : { ...logged.entry, by: null }));
  }

  /** A batch as a screen may see it; null if it may see none of its devices. */
  #batch(logged: LoggedBatch, viewer: CommandViewer): CommandBatch | null {
    const commands = this.#log.commandsIn(logged).filter((command) => sees(command, viewer));
    if (commands.length === 0 && logged.screen !== viewer.screen.id) return null;
    const isKnown = knowsSender(logged.screen, viewer);
    const { name, scope, ...rest } = isKnown ? logged.batch : { ...logged.batch, by: null };
    const undo = this.#undo(logged, commands, viewer);
    return {
      ...rest,
      ...(scope !== undefined && isInScope(scope, viewer) && { scope }),
      ...(name !== undefined && isKnown && { name }),
      ...(undo && { undo })
    };
  }

  #undo(logged: LoggedBatch, seen: readonly LoggedCommand[], viewer: CommandViewer): CommandBatch['undo'] {
    const { batch, endedAt, isUndone } = logged;
    if (!isBulk(logged) || isUndone || !viewer.screen.rights.commands) return undefined;
    const calls = undoCalls(seen, this.#house.touch.commandable(viewer));
    const devices = [...new Set(calls.map(({ device }) => device))];
    if (devices.length === 0) return undefined;
    const from = endedAt === Infinity ? batch.expiresAt : (batch.endedAt ?? this.#house.clock.now());
    return {
      count: devices.length,
      until: from + ENDED_BATCH_TTL_MS,
      ...(batch.endedAt !== undefined && { devices })
    };
  }
}

/** Whether a screen may see a command: it sees the device, or sees the whole home, which may not have the device any more. */
const sees = ({ device }: LoggedCommand, { screen, device: find }: CommandViewer): boolean =>
  find(device) !== undefined || isFull(screen.rights);

const encode = (message: object): Buffer => Buffer.from(JSON.stringify(message));

/** What a screen may see, in parts for live messages: all batches, then the entries. */
const partsOf = ({ entries, batches }: SeenCommands): SeenCommands[] =>
  inParts([...batches.map((batch) => ({ batch })), ...entries.map((entry) => ({ entry }))]).map((part) => ({
    batches: part.flatMap((each) => ('batch' in each ? [each.batch] : [])),
    entries: part.flatMap((each) => ('entry' in each ? [each.entry] : []))
  }));
