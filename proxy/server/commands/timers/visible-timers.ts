import type { DeviceTimer } from '#shared/timers';
import { type ListChange, listMessages, type LiveList } from '../../home/live/lists';
import { knowsSender, type CommandViewer } from '../../home/live/viewer';
import type { StoredTimer } from '../../base/store/stored-timers';
import { isThere } from './timer-commands';
import type { Timers } from './timers';

/** Limits the timers of a controller to what a screen may see, and writes them as live messages. */
export class VisibleTimers implements LiveList {
  readonly #timers: Timers;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** The timers of devices that a screen sees, the next one first. */
  list(viewer: CommandViewer): DeviceTimer[] {
    return this.#timers.list.of(viewer.screen.controller).flatMap((timer) => this.one(timer, viewer) ?? []);
  }

  /** A timer as a screen sees it; null if it sees none of its devices. */
  one(timer: StoredTimer, viewer: CommandViewer): DeviceTimer | null {
    const { screen, device } = viewer;
    const commands = timer.commands.filter((command) => isThere(command, device(command.device)));
    if (commands.length === 0) return null;
    const { id, room, at, due, state, missed } = timer;
    const leftMs = state === 'missed' ? 0 : Math.max(0, due - this.#timers.list.now);
    const { rooms } = screen.rights;
    const isRoomSeen = room !== null && (rooms === null || rooms.includes(room));
    const trouble = this.#timers.trouble(timer);
    return {
      ...{ id, room: isRoomSeen ? room : null, at: Math.round(at), leftMs: Math.round(leftMs) },
      commands: commands.map(({ device: of, method, params }) => ({ device: of, method, params })),
      by: knowsSender(timer, viewer) ? { id: timer.screen, name: timer.screenName } : null,
      ...(missed && { missed }),
      ...(trouble && { trouble })
    };
  }

  whole(viewer: CommandViewer): readonly Buffer[] {
    return listMessages('timers', this.list(viewer));
  }

  onChange(listener: (change: ListChange) => void): () => void {
    return this.#timers.list.onChange(listener);
  }
}
