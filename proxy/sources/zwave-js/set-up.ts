import * as v from 'valibot';
import { idsSchema } from './ids';

/** The name of the home of a Z-Wave JS server. */
export const ZWAVE_JS_NAME = 'Z-Wave JS';

/** The name of the file of the set-up. */
export const ZWAVE_JS_FILE = 'zwave-js';

/** The stored format: the server, the home that was learned there, Mantel's own user of it, and the ids of its devices. */
export const storedZWaveJsSchema = v.nullable(
  v.object({
    id: v.string(),
    server: v.string(),
    homeId: v.number(),
    username: v.string(),
    salt: v.string(),
    hash: v.string(),
    tokenSecret: v.string(),
    ids: idsSchema
  })
);
export type StoredZWaveJs = v.InferOutput<typeof storedZWaveJsSchema>;
