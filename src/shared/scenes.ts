import * as v from 'valibot';
import { deviceCommandEntries, plainId } from '#shared/commands/command-schema';
import { model } from '#shared/layout-schema';
import { readableText } from '#shared/readable-text';
import { rowsOf } from '#shared/wire-fields';

/** The maximum number of scenes of a controller. */
export const MAX_SCENES = 50;
/** The maximum number of commands in a scene. */
export const MAX_SCENE_COMMANDS = 200;
/** The maximum length of a scene's name, in UTF-16 units. */
export const MAX_SCENE_NAME_LENGTH = 60;

/** One command of a scene. `model`: what its device was when it was added, see `modelOf`. It never acts on another device. */
const sceneCommandSchema = v.strictObject({ ...deviceCommandEntries, model: v.exactOptional(model) });

/** One command of a scene: see `deviceCommandEntries`. */
export type SceneCommand = Readonly<v.InferOutput<typeof sceneCommandSchema>>;

/**
 * The body of `PUT /api/controllers/:id/scenes/:scene`. A command without `model` is for the device that has its id now.
 */
export const sceneBodySchema = v.strictObject({
  name: v.pipe(
    v.string(),
    v.transform(readableText),
    v.trim(),
    v.minLength(1),
    v.maxLength(MAX_SCENE_NAME_LENGTH)
  ),
  icon: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/)),
  commands: v.pipe(v.array(sceneCommandSchema), v.minLength(1), v.maxLength(MAX_SCENE_COMMANDS), v.readonly())
});
/** What a page sends of a scene. */
export type SceneBody = Readonly<v.InferOutput<typeof sceneBodySchema>>;

/** Decodes a scene. */
export const sceneSchema = v.object({ id: plainId, ...sceneBodySchema.entries });

/**
 * Commands that people run by one tap. The screens of a controller share its scenes. A screen limited to some rooms sees a
 * scene only if all its devices are in them.
 */
export type Scene = Readonly<v.InferOutput<typeof sceneSchema>>;

/** The answer of `GET …/scenes`. */
export const scenesSchema = v.object({ scenes: rowsOf(sceneSchema) });

/** The live message `scenes`: all of them. With `hasMore` the next message of this type continues the list. */
export const scenesMessageSchema = v.object({
  type: v.literal('scenes'),
  ...scenesSchema.entries,
  isWhole: v.optional(v.boolean(), false),
  hasMore: v.optional(v.boolean(), false)
});
