import { isEntrance } from '#shared/entrance';
import { HAZARDS } from '#shared/hazards';
import { arrangeDevice } from '#shared/layout';
import { isModelOf } from '#shared/model';
import type { SceneCommand } from '#shared/scenes';
import type { InboxHousehold } from '../commands/command-inbox';
import { planOne } from '../commands/plan';
import type { Alarms } from '../home/alarms/alarms';
import type { StoredAlarm } from '../home/alarms/stored-alarms';
import { actingFor, type CommandViewer } from '../home/live/viewer';
import type { Layouts } from '../home/layouts/layouts';
import type { Messages } from './messages';

/** What the scene at a hazard depends on. */
export interface HazardSceneHouse extends InboxHousehold {
  readonly alarms: Alarms;
  readonly messages: Messages;
  readonly layouts: Layouts;
}

/** A hazard that began longer ago runs no scene, in ms: late is forbidden for acts. */
const MAX_LATE_MS = 60_000;

/**
 * Runs the scene that a household chose for hazards, once for each: with the rights that the screen has which chose it, and without
 * entrances. It is noted before it runs, so that a restart never runs it again. Returns a function that stops it.
 */
export function startHazardScene(house: HazardSceneHouse): () => void {
  const { alarms, clock } = house;
  let isStopped = false;
  const unsubscribe = alarms.onBegan((alarm) => {
    const isHazard = HAZARDS.some(({ name }) => name === alarm.kind);
    if (!isHazard || clock.now() - alarm.at > MAX_LATE_MS || !sceneAtHazard(alarm.controller, house)) return;
    const since = clock.monotonic();
    void alarms.noteDone(alarm, 'scene', 'begun').then((isKept) => {
      if (isKept && !isStopped && clock.monotonic() - since < MAX_LATE_MS) run(alarm, house);
    });
  });
  return () => {
    isStopped = true;
    unsubscribe();
  };
}

/** The commands of the scene at a hazard that its screen may send now; undefined if it cannot run. */
export function sceneAtHazard(controller: string, house: HazardSceneHouse) {
  const { messages, screens, homes, scenes } = house;
  const chosen = messages.of(controller).scene;
  const screen = chosen && screens.current(chosen.screen);
  const home = screen && homes.find(controller, screen.user)?.watcher.home;
  if (!screen || screen.locked || !screen.rights.commands || !home) return undefined;
  const viewer = actingFor(screen, home);
  const scene = scenes.find(viewer, chosen.id);
  const commands = scene?.commands.filter((command) => mayRun(command, viewer, house)) ?? [];
  return commands.length > 0 ? { id: chosen.id, viewer, commands } : undefined;
}

function mayRun(
  { model, ...command }: SceneCommand,
  viewer: CommandViewer,
  { layouts, touch }: HazardSceneHouse
) {
  const { controller, user } = viewer.screen;
  const device = viewer.device(command.device);
  if (!device || !isModelOf(model, device)) return false;
  const arranged = arrangeDevice(device, layouts.get(controller, user));
  return !isEntrance(arranged) && planOne(command, viewer, touch).ok;
}

function run({ controller }: StoredAlarm, house: HazardSceneHouse) {
  const scene = sceneAtHazard(controller, house);
  const fired =
    scene && house.inbox.fire(scene.viewer, { commands: scene.commands, scene: scene.id, what: 'scene' });
  if (!fired?.ok)
    house.log.warn({ scene: scene?.id, why: fired?.error.code }, 'Scene at a hazard did not run.');
}
