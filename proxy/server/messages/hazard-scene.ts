import { isEntrance } from '#shared/entrance';
import { isHazard } from '#shared/hazards';
import { arrangeDevice } from '#shared/layout';
import { combineStops } from '../base/platform/combine-stops';
import { planScene } from '../commands/plan';
import type { StoredAlarm } from '../home/alarms/stored-alarms';
import { actingFor } from '../home/live/viewer';
import type { MessagesHouse } from './targets';

/** A hazard that began longer ago, or nobody knows when, runs no scene, in ms: late is forbidden for acts. */
const MAX_LATE_MS = 60_000;

/**
 * Runs the scene that a household chose for hazards, once for each: with the rights that the screen has which chose it, and without
 * entrances. It is noted before it runs, so that a restart never runs it again. Returns a function that stops it.
 */
export function startHazardScene(house: MessagesHouse): () => void {
  const { alarms, clock, inbox, log } = house;
  let isStopped = false;
  const begin = async (alarm: StoredAlarm, lateMs: number) => {
    const isLate = lateMs > MAX_LATE_MS;
    if (!isHazard(alarm.kind) || isLate || !sceneAtHazard(alarm.controller, house)) return;
    const since = clock.monotonic();
    const isKept = await alarms.saved();
    const scene = sceneAtHazard(alarm.controller, house);
    if (isStopped || !isKept || !scene || clock.monotonic() - since > MAX_LATE_MS) return;
    const { id, viewer, commands } = scene;
    const fired = inbox.fire(viewer, { commands, scene: id, what: 'scene' });
    if (!fired.ok)
      log.warn(
        { home: alarm.controller, scene: id, why: fired.error.code },
        'Scene at a hazard did not run.'
      );
  };
  return combineStops(
    () => (isStopped = true),
    alarms.onBegan(({ alarm, lateMs }) => void begin(alarm, lateMs))
  );
}

/** The commands of the scene at a hazard that its screen may send now; undefined if it cannot run. */
export function sceneAtHazard(controller: string, house: MessagesHouse) {
  const { messages, screens, homes, scenes, layouts, touch } = house;
  const chosen = messages.of(controller).scene;
  const screen = chosen && screens.current(chosen.screen);
  const home = screen && homes.find(controller)?.watcher.home;
  if (!screen || screen.locked || !screen.rights.commands || !home) return undefined;
  const viewer = actingFor(screen, home);
  const isEntranceNow = (id: number) => {
    const device = viewer.device(id);
    return device && isEntrance(arrangeDevice(device, layouts.get(controller)));
  };
  const scene = scenes.find(viewer, chosen.id);
  const commands = scene?.commands.filter(
    (command) =>
      !isEntranceNow(command.device) && planScene({ commands: [command] }, viewer, touch).length > 0
  );
  return commands && commands.length > 0 ? { id: chosen.id, viewer, commands } : undefined;
}
