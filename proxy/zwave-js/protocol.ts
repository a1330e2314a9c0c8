import * as v from 'valibot';

/** Schema of the server's protocol that is used: from 29 on the result of a set says what is known of it. */
export const SCHEMA_VERSION = 29;

const name = v.union([v.string(), v.number()]);

/** The address of a value: an endpoint, a command class, a property and perhaps its key. */
export const valueIdSchema = v.object({
  endpoint: v.optional(v.number(), 0),
  commandClass: v.number(),
  property: name,
  propertyKey: v.optional(name)
});
export type ValueId = v.InferOutput<typeof valueIdSchema>;

const metadataSchema = v.object({
  label: v.fallback(v.string(), ''),
  unit: v.fallback(v.string(), ''),
  states: v.fallback(v.record(v.string(), v.string()), {}),
  ccSpecific: v.fallback(v.record(v.string(), v.unknown()), {})
});

const nodeValueSchema = v.object({
  ...valueIdSchema.entries,
  propertyName: v.fallback(v.string(), ''),
  propertyKeyName: v.fallback(v.string(), ''),
  metadata: v.fallback(metadataSchema, { label: '', unit: '', states: {}, ccSpecific: {} }),
  value: v.optional(v.unknown())
});
/** One value of a node. */
export type NodeValue = v.InferOutput<typeof nodeValueSchema>;

const deviceClassSchema = v.fallback(
  v.nullable(v.object({ generic: v.object({ key: v.number() }), specific: v.object({ key: v.number() }) })),
  null
);

const endpointSchema = v.object({
  index: v.number(),
  deviceClass: deviceClassSchema,
  commandClasses: v.fallback(v.array(v.object({ id: v.number() })), [])
});

/** What is left out of a list that a server sends: entries that cannot be read. */
const readable = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((entries) =>
      entries.flatMap((entry): v.InferOutput<Schema>[] => {
        const read = v.safeParse(schema, entry);
        return read.success ? [read.output] : [];
      })
    )
  );

/** The state of a node. `status`: 0 unknown, 1 asleep, 2 awake, 3 dead, 4 alive. */
export const nodeSchema = v.object({
  nodeId: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4000)),
  status: v.fallback(v.number(), 0),
  ready: v.fallback(v.boolean(), false),
  name: v.fallback(v.pipe(v.string(), v.maxLength(1000)), ''),
  location: v.fallback(v.pipe(v.string(), v.maxLength(1000)), ''),
  label: v.fallback(v.string(), ''),
  deviceConfig: v.fallback(v.object({ label: v.fallback(v.string(), '') }), { label: '' }),
  manufacturerId: v.fallback(v.number(), 0),
  productType: v.fallback(v.number(), 0),
  productId: v.fallback(v.number(), 0),
  firmwareVersion: v.fallback(v.string(), ''),
  lastSeen: v.fallback(v.union([v.string(), v.number()]), ''),
  deviceClass: deviceClassSchema,
  endpoints: v.fallback(readable(endpointSchema), []),
  values: v.fallback(readable(nodeValueSchema), [])
});
export type NodeState = v.InferOutput<typeof nodeSchema>;

/** Asleep and dead: what a node's status says. */
export const ASLEEP = 1;
export const DEAD = 3;

/** The first message of a server. */
export const versionSchema = v.object({
  type: v.literal('version'),
  homeId: v.nullish(v.number()),
  minSchemaVersion: v.number(),
  maxSchemaVersion: v.number()
});
export type ServerVersion = v.InferOutput<typeof versionSchema>;

/** The answer to a request. */
export const resultSchema = v.object({
  type: v.literal('result'),
  messageId: v.string(),
  success: v.boolean(),
  result: v.optional(v.unknown()),
  errorCode: v.optional(v.unknown()),
  message: v.fallback(v.optional(v.string()), undefined),
  zwaveErrorMessage: v.fallback(v.optional(v.string()), undefined)
});

/** The whole state, as `start_listening` returns it. */
export const dumpSchema = v.object({
  state: v.object({
    controller: v.object({ homeId: v.number(), ownNodeId: v.fallback(v.number(), 1) }),
    nodes: readable(nodeSchema)
  })
});
export type Dump = v.InferOutput<typeof dumpSchema>['state'];

const valueArgsSchema = v.object({
  ...valueIdSchema.entries,
  newValue: v.optional(v.unknown())
});

/** The events that matter. All others are passed over. */
export const eventSchema = v.union([
  v.object({
    source: v.literal('node'),
    event: v.picklist(['value updated', 'value added']),
    nodeId: v.number(),
    args: valueArgsSchema
  }),
  v.object({
    source: v.literal('node'),
    event: v.picklist([
      'wake up',
      'sleep',
      'dead',
      'alive',
      'value removed',
      'metadata updated',
      'interview completed',
      'ready'
    ]),
    nodeId: v.number()
  }),
  v.object({
    source: v.literal('controller'),
    event: v.picklist(['node added', 'node removed']),
    node: v.object({ nodeId: v.number() })
  })
]);
export type ServerEvent = v.InferOutput<typeof eventSchema>;

/** A status of the driver for a set (SetValueStatus). */
export const SET_STATUS = { working: 1, unverified: 254, success: 255 } as const;

/** The result of `node.set_value`. */
export const setResultSchema = v.object({
  result: v.object({ status: v.number(), message: v.fallback(v.optional(v.string()), undefined) })
});

/** Identifies a value of a node in maps. */
export const keyOfValue = (
  node: number,
  { endpoint, commandClass, property, propertyKey }: ValueId
): string => [node, endpoint, commandClass, property, propertyKey ?? ''].join('/');
