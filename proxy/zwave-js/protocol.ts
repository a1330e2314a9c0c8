import * as v from 'valibot';
import { CLASS } from './classes';

/** Schema of the server's protocol that is used: from 29 on the result of a set says what is known of it. */
export const SCHEMA_VERSION = 29;

/** Maximum number of nodes. */
export const MAX_NODES = 4_000;

/** Maximum length of a text. Longer ones are cut. */
const MAX_TEXT = 200;
/** Maximum numbers of the endpoints of a node [D], of its values, of the names of a value's states and of the parts of a value. */
export const MAX_ENDPOINTS = 128;
export const MAX_VALUES = 500;
const MAX_STATES = 100;
const MAX_PARTS = 16;
/** Maximum number of command classes. */
const MAX_CLASSES = 256;

const text = v.fallback(
  v.pipe(
    v.string(),
    v.transform((long) => long.slice(0, MAX_TEXT))
  ),
  ''
);

/** A name that identifies a value is not cut. */
const name = v.union([v.pipe(v.string(), v.maxLength(MAX_TEXT)), v.pipe(v.number(), v.finite())]);

/** What is left out of a list that a server sends: entries that cannot be read, and those beyond the maximum. */
const readable = <Schema extends v.GenericSchema>(schema: Schema, max: number) =>
  v.pipe(
    v.array(v.unknown()),
    v.transform((entries) =>
      entries.slice(0, max).flatMap((entry): v.InferOutput<Schema>[] => {
        const read = v.safeParse(schema, entry);
        return read.success ? [read.output] : [];
      })
    )
  );

/** The address of a value: an endpoint, a command class, a property and perhaps its key. */
export const valueIdSchema = v.object({
  endpoint: v.optional(v.pipe(v.number(), v.integer()), 0),
  commandClass: v.pipe(v.number(), v.integer()),
  property: name,
  propertyKey: v.optional(name)
});
export type ValueId = v.InferOutput<typeof valueIdSchema>;

/** A value as devices have it: a number, yes or no, or numbers by name, such as the parts of a colour. All others are unknown. */
const valueSchema = v.fallback(
  v.optional(
    v.union([
      v.boolean(),
      v.pipe(v.number(), v.finite()),
      v.pipe(
        v.record(v.string(), v.number()),
        v.check((parts) => Object.keys(parts).length <= MAX_PARTS)
      )
    ])
  ),
  undefined
);

const number = v.fallback(v.optional(v.number()), undefined);

const metadataSchema = v.object({
  label: text,
  unit: text,
  states: v.fallback(
    v.pipe(
      v.record(v.string(), text),
      v.transform((states) => Object.fromEntries(Object.entries(states).slice(0, MAX_STATES)))
    ),
    {}
  ),
  ccSpecific: v.fallback(
    v.object({ sensorType: number, notificationType: number, meterType: number, scale: number }),
    {}
  )
});

const nodeValueSchema = v.object({
  ...valueIdSchema.entries,
  propertyName: text,
  propertyKeyName: text,
  metadata: v.fallback(metadataSchema, { label: '', unit: '', states: {}, ccSpecific: {} }),
  value: valueSchema
});
/** One value of a node. */
export type NodeValue = v.InferOutput<typeof nodeValueSchema>;
/** What a value is; undefined if that is unknown. */
export type Value = NodeValue['value'];

const deviceClassSchema = v.fallback(
  v.nullable(v.object({ generic: v.object({ key: v.number() }), specific: v.object({ key: v.number() }) })),
  null
);

const endpointSchema = v.object({
  index: v.pipe(v.number(), v.integer()),
  deviceClass: deviceClassSchema,
  commandClasses: v.fallback(readable(v.object({ id: v.number() }), MAX_CLASSES), [])
});

/** The number of a node, with those of Z-Wave Long Range. */
const nodeId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_NODES));

/**
 * The state of a node. `status`: 0 unknown, 1 asleep, 2 awake, 3 dead, 4 alive. The server sends no values of a node that is not `ready`. After a
 * start of the driver that is each node until it has answered; its `interviewStage` is "Complete" if it was ready before.
 */
export const nodeSchema = v.object({
  nodeId,
  status: v.fallback(v.number(), 0),
  ready: v.fallback(v.boolean(), false),
  interviewStage: text,
  name: text,
  location: text,
  label: text,
  deviceConfig: v.fallback(v.object({ label: text }), { label: '' }),
  manufacturerId: v.fallback(v.number(), 0),
  productType: v.fallback(v.number(), 0),
  productId: v.fallback(v.number(), 0),
  firmwareVersion: text,
  lastSeen: v.fallback(v.union([v.pipe(v.string(), v.maxLength(MAX_TEXT)), v.number()]), ''),
  deviceClass: deviceClassSchema,
  endpoints: v.fallback(readable(endpointSchema, MAX_ENDPOINTS), []),
  values: v.fallback(readable(nodeValueSchema, MAX_VALUES), [])
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
    nodes: readable(nodeSchema, MAX_NODES)
  })
});
export type Dump = v.InferOutput<typeof dumpSchema>['state'];

const valueArgsSchema = v.object({
  ...valueIdSchema.entries,
  newValue: valueSchema
});
/** A value of a node with its new value, as an event tells it. */
export type ValueArgs = v.InferOutput<typeof valueArgsSchema>;

/** The events that matter. All others are passed over. */
export const eventSchema = v.union([
  v.object({
    source: v.literal('node'),
    event: v.picklist(['value updated', 'value added']),
    nodeId,
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
    nodeId
  }),
  v.object({
    source: v.literal('node'),
    event: v.literal('notification'),
    nodeId,
    ccId: v.literal(CLASS.notification),
    args: v.object({ type: v.number(), event: v.number() })
  }),
  v.object({
    source: v.literal('controller'),
    event: v.picklist(['node added', 'node removed']),
    node: v.object({ nodeId })
  })
]);
export type ServerEvent = v.InferOutput<typeof eventSchema>;

/** A status of the driver for a set (SetValueStatus). */
export const SET_STATUS = { working: 1, unverified: 254, success: 255 } as const;

/** The result of `node.poll_value`. */
export const pollResultSchema = v.object({ value: valueSchema });

/** The result of `node.set_value`. */
export const setResultSchema = v.object({
  result: v.object({ status: v.number(), message: v.fallback(v.optional(v.string()), undefined) })
});

/** Identifies a value of a node in maps. */
export const keyOfValue = (
  node: number,
  { endpoint, commandClass, property, propertyKey }: ValueId
): string => [node, endpoint, commandClass, property, propertyKey ?? ''].join('/');
