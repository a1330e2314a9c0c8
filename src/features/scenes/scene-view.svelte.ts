import type { Scene } from '#shared/scenes';
import { sensitiveKindOf } from '#shared/sensitive';
import { MAX_NAMED, whyLeftOut } from '$features/bulk-actions/bulk-action-labels';
import { setsText } from '$features/bulk-actions/sensitive-text';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { asksFirst, isWithinRoom, movedBy, stateOfScene, type SceneState } from './scene-calls';

/** A scene without the devices that only show their state, or do not take their commands for a fault: it leaves them out. */
const carriedOut = (opened: OpenHome, scene: Scene): Scene => ({
  ...scene,
  commands: scene.commands.filter((command) => whyLeftOut(opened, command) === undefined)
});

/** Compares what a scene carries out with the devices as they are reported. Reactive (home). */
export const sceneState = (opened: OpenHome, scene: Scene): SceneState =>
  stateOfScene(carriedOut(opened, scene), (id) => opened.state.reportedDevice(id));

/** Returns a scene's description: "As set" or "4 of 5". Reactive (home, language). */
export function sceneDescription(opened: OpenHome, scene: Scene): string {
  const { done, total, gone } = sceneState(opened, scene);
  if (total === 0) return gone > 0 ? t('scene.allGone') : noneLeftText(opened, scene);
  const text = done === total ? t('scene.asSet') : t('scene.partly', { done, total });
  return facts(text, gone > 0 && t('scene.gone', { count: gone }));
}

/** Why a scene sets none of its devices although they are there. */
function noneLeftText(opened: OpenHome, { commands }: Scene): string {
  const causes = commands.flatMap((command) => whyLeftOut(opened, command) ?? []);
  const fault = causes.find((cause) => cause !== 'show');
  return t(fault ? `device.${fault}` : 'touch.show');
}

/** Whether a scene is known to be as set, and keeps a lamp on. Reactive (home, link). */
export function isSceneLit(opened: OpenHome, scene: Scene): boolean {
  const { done, total, isLit } = sceneState(opened, scene);
  return opened.link.isLive && isLit && total > 0 && done === total;
}

/** The scenes of one room: all their devices are in it. Reactive (home, scenes). */
export const scenesOfRoom = (opened: OpenHome, room: number): readonly Scene[] =>
  opened.scenes.value.filter((scene) => isWithinRoom(scene, room, (id) => opened.state.reportedDevice(id)));

/** Whether a scene is confirmed before it runs. */
export const sceneAsksFirst = (opened: OpenHome, scene: Scene): boolean =>
  asksFirst(
    carriedOut(opened, scene),
    (id) => opened.state.reportedDevice(id),
    (room) => (room === null ? null : (opened.state.room(room)?.section_id ?? null)),
    (id) => opened.state.device(id)
  );

/** Returns what a scene does, for the question before it runs: how many devices it sets, and what it moves. Reactive (home, language). */
export function sceneQuestion(opened: OpenHome, scene: Scene): string {
  const { total } = sceneState(opened, scene);
  const { state: home } = opened;
  const reported = (id: number) => home.reportedDevice(id);
  const moved = movedBy(carriedOut(opened, scene), reported, (id) => home.device(id));
  // However many shutters move, what asks by itself is named.
  const named = moved.length <= MAX_NAMED ? moved : moved.filter(sensitiveKindOf).slice(0, MAX_NAMED);
  return [t('scene.askCount', { count: total }), setsText(opened, named, 'does')].filter(Boolean).join(' ');
}
