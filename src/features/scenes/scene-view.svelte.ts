import type { App } from '$lib/state/app.svelte';
import { t } from '$lib/i18n/i18n.svelte';
import type { Scene } from '#shared/scenes';
import { MAX_NAMED, movesText } from '$features/bulk-actions/bulk-action-labels';
import { isEntrance } from '#shared/entrance';
import { asksFirst, isWithinRoom, movedBy, stateOfScene, type SceneState } from './scene-calls';

/** A scene without the devices that only show their state: it leaves them out. */
const carriedOut = ({ home }: App, scene: Scene): Scene => ({
  ...scene,
  commands: scene.commands.filter(({ device }) => home.device(device)?.touch !== 'show')
});

/** Compares what a scene carries out with the devices as they are reported. Reactive (home). */
export const sceneState = (app: App, scene: Scene): SceneState =>
  stateOfScene(carriedOut(app, scene), (id) => app.home.reportedDevice(id));

/** Returns a scene's description: "As set" or "4 of 5". Reactive (home, language). */
export function sceneDescription(app: App, scene: Scene): string {
  const { done, total, gone } = sceneState(app, scene);
  if (total === 0) return t(gone > 0 ? 'scene.allGone' : 'touch.show');
  const text = done === total ? t('scene.asSet') : t('scene.partly', { done, total });
  return gone > 0 ? `${text} · ${t('scene.gone', { count: gone })}` : text;
}

/** Whether a scene is as set and keeps a lamp on. Reactive (home). */
export function isSceneLit(app: App, scene: Scene): boolean {
  const { done, total, isLit } = sceneState(app, scene);
  return isLit && total > 0 && done === total;
}

/** The scenes of one room: all their devices are in it. Reactive (home, scenes). */
export const scenesOfRoom = (app: App, room: number): readonly Scene[] =>
  app.scenes.value.filter((scene) => isWithinRoom(scene, room, (id) => app.home.reportedDevice(id)));

/** Whether a scene is confirmed before it runs. */
export const sceneAsksFirst = (app: App, scene: Scene): boolean =>
  asksFirst(
    carriedOut(app, scene),
    (id) => app.home.reportedDevice(id),
    (room) => (room === null ? null : (app.home.room(room)?.section_id ?? null)),
    (id) => app.home.device(id)
  );

/** Returns what a scene does, for the question before it runs: how many devices it sets, and what it moves. Reactive (home, language). */
export function sceneQuestion(app: App, scene: Scene): string {
  const { total } = sceneState(app, scene);
  const moved = movedBy(
    carriedOut(app, scene),
    (id) => app.home.reportedDevice(id),
    (id) => app.home.device(id)
  );
  // However many shutters move, an entrance is named.
  const named = moved.length <= MAX_NAMED ? moved : moved.filter(isEntrance).slice(0, MAX_NAMED);
  return [t('scene.askCount', { count: total }), named.length > 0 && movesText(app, named)]
    .filter(Boolean)
    .join(' ');
}
