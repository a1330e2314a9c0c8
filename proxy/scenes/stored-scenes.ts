import * as v from 'valibot';
import { sceneSchema, type Scene } from '#shared/scenes';

/** A scene as it is stored. `user`: who stored it last. */
const storedSceneSchema = v.object({ ...sceneSchema.entries, user: v.exactOptional(v.string()) });
type StoredScene = v.InferOutput<typeof storedSceneSchema>;

/** Schema of the file with a controller's scenes. */
export const storedScenesSchema = v.object({
  controller: v.string(),
  scenes: v.array(storedSceneSchema)
});
export type StoredScenes = v.InferOutput<typeof storedScenesSchema>;

/** A stored scene as screens get it. */
export const sceneOf = ({ user: _, ...scene }: StoredScene): Scene => scene;
