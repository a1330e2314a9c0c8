import * as v from 'valibot';
import { decodeScenes, type Scene } from '#shared/scenes';

/** A scene as it is stored, by this version or a newer one. `user`: who stored it last. */
const storedSceneSchema = v.looseObject({ id: v.string(), user: v.exactOptional(v.string()) });
type StoredScene = v.InferOutput<typeof storedSceneSchema>;

/** Schema of the file with a controller's scenes. Keys of newer versions, and scenes that they wrote, are kept. */
export const storedScenesSchema = v.looseObject({
  controller: v.string(),
  scenes: v.array(storedSceneSchema)
});
export type StoredScenes = v.InferOutput<typeof storedScenesSchema>;

/** Version of this schema. Since version 2 models are those of `modelOf`, which an earlier program takes for those of other devices. */
export const SCENES_VERSION = 2;

/** The scenes that this version can read. */
export const scenesOf = ({ scenes }: StoredScenes): Scene[] => decodeScenes(scenes);

/** The users who stored the scenes last, by the ids of the scenes. */
export const usersOf = ({ scenes }: StoredScenes): ReadonlyMap<string, string | undefined> =>
  new Map(scenes.map(({ id, user }) => [id, user]));

/**
 * Puts a scene in place of the one with its id, or at the end. Keys of newer versions stay.
 * @param user who stores it; by default who did last
 */
export function withScene(stored: StoredScenes, scene: Scene, user?: string): StoredScenes {
  const before = stored.scenes.find(({ id }) => id === scene.id);
  const after: StoredScene = { ...before, ...scene, ...(user !== undefined && { user }) };
  const scenes = before
    ? stored.scenes.map((each) => (each === before ? after : each))
    : [...stored.scenes, after];
  return { ...stored, scenes };
}

/** Takes a scene out. */
export const withoutScene = (stored: StoredScenes, scene: string): StoredScenes => ({
  ...stored,
  scenes: stored.scenes.filter(({ id }) => id !== scene)
});
