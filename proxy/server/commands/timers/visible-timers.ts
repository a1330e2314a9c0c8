import type { DeviceTimer } from '#shared/timers';
import { knowsSender, type CommandViewer } from '../../home/live/viewer';
import type { StoredTimer } from '../../base/store/stored-timers';
import { isThere } from './timer-commands';

/**
 * A timer as a screen sees it; null if it sees none of its devices.
 * @param now ms since the boot
 * @param trouble why it could not act now
 */
export function limitTimer(
  timer: StoredTimer,
  viewer: CommandViewer,
  now: number,
  trouble: DeviceTimer['trouble']
): DeviceTimer | null {
  const { screen, device } = viewer;
  const commands = timer.commands.filter((command) => isThere(command, device(command.device)));
  if (commands.length === 0) return null;
  const { id, room, at, due, state, missed } = timer;
  const leftMs = state === 'missed' ? 0 : Math.max(0, due - now);
  const { rooms } = screen.rights;
  const isRoomSeen = room !== null && (rooms === null || rooms.includes(room));
  return {
    ...{ id, room: isRoomSeen ? room : null, at: Math.round(at), leftMs: Math.round(leftMs) },
    commands: commands.map(({ device: of, method, params }) => ({ device: of, method, params })),
    by: knowsSender(timer, viewer) ? { id: timer.screen, name: timer.screenName } : null,
    ...(missed && { missed }),
    ...(trouble && { trouble })
  };
}
