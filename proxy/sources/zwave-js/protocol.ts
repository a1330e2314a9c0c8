import * as v from 'valibot';
import { isRecord } from '#shared/home';
import { CLASS, READ_CLASSES } from './classes';

/** Schema of the server's protocol that is used: from 29 on the result of a set says what is known of it. */
export const SCHEMA_VERSION = 29;

/** Maximum number of nodes. */
export const MAX_NODES = 4_000;

/** Maximum length of a text. Longer ones are cut. */
const MAX_TEXT = 200;
/** Maximum numbers of the endpoints of a node [D], of its values, of the names of a value's states and of the parts of a value. */
const MAX_ENDPOINTS = 128;
const MAX_VALUES = 500;
const MAX_STATES = 100;
const MAX_PARTS = 16;
/** Maximum number of command classes. */
const MAX_CLASSES = 256;

/** The same text in memory of its own: a slice holds all that it was cut from. */
const copyOf = (slice: string) => Buffer.from(slice).toString();

const text = v.fallback(
  v.pipe(
    v.string(),
    v.transform((long) => (long.length > MAX_TEXT ? copyOf(long.slice(0, MAX_TEXT)) : long))
  ),
  ''
);

/** A name that identifies a value is not cut. */
const name = v.union([v.pipe(v.string(), v.maxLength(MAX_TEXT)), v.pipe(v.number(), v.finite())]);

/** The entries of a list that can be read, and whether anything was left out: what cannot be read, and what is beyond the maximum. */
function readList<Schema extends v.GenericSchema>(schema: Schema, list: unknown, max: number) {
  const all: unknown = list ?? [];
  if (!Array.isArray(all)) return { entries: [], isCut: true };
  const entries = all.slice(0, max).flatMap((entry: unknown): v.InferOutput<Schema>[] => {
    const read = v.safeParse(schema, entry);
    return read.success ? [read.output] : [];
  });
  return { entries, isCut: entries.length < all.length };
}

/** The address of a value: an endpoint, a command class, a property and perhaps its key. */
export const valueIdSchema = v.object({
  endpoint: v.optional(v.pipe(v.number(), v.integer()), 0),
  commandClass: v.pipe(v.number(), v.integer()),
  property: name,
  propertyKey: v.optional(name)
});
export type ValueId = v.InferOutput<typeof valueIdSchema>;

const isFewParts = (value: unknown): boolean => {
  const names = isRecord(value) ? Object.keys(value) : [];
  return names.length > 0 && names.length <= MAX_PARTS && names.every(({ length }) => length <= MAX_TEXT);
};

/** A value as devices have it: a number, yes or no, or numbers by name, such as the parts of a colour. All others are unknown. */
const valueSchema = v.fallback(
  v.optional(
    v.union([
      v.boolean(),
      v.pipe(v.number(), v.finite()),
      v.pipe(v.custom<object>(isFewParts), v.record(v.string(), v.number()))
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

const kindSchema = v.nullish(
  v.object({ generic: v.object({ key: v.number() }), specific: v.object({ key: v.number() }) }),
  null
);

/** The class of a node or an endpoint; null for none. One that cannot be read counts as cut. */
function readKind(value: unknown) {
  const read = v.safeParse(kindSchema, value);
  return { kind: read.success ? read.output : null, isCut: !read.success };
}

const classSchema = v.object({ id: v.pipe(v.number(), v.integer()) });

const endpointSchema = v.pipe(
  v.object({
    index: v.pipe(v.number(), v.integer()),
    deviceClass: v.optional(v.unknown()),
    commandClasses: v.optional(v.unknown())
  }),
  v.transform(({ index, deviceClass, commandClasses }) => {
    const { kind, isCut } = readKind(deviceClass);
    const classes = readList(classSchema, commandClasses, MAX_CLASSES);
    return {
      endpoint: { index, deviceClass: kind, commandClasses: classes.entries },
      isCut: isCut || classes.isCut
    };
  })
);

/** Whether a value may be of a class that is read, so that it must be readable. */
const isOfReadClass = (entry: unknown): boolean =>
  !isRecord(entry) ||
  typeof entry['commandClass'] !== 'number' ||
  READ_CLASSES.includes(entry['commandClass']);

/** The number of a node, with those of Z-Wave Long Range. */
const nodeId = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_NODES));

/**
 * The state of a node. `status`: 0 unknown, 1 asleep, 2 awake, 3 dead, 4 alive. The server sends no values of a node that is not `ready`.
 * After a start of the driver that is each node until it has answered; its `interviewStage` is "Complete" if it was ready before.
 */
export const nodeSchema = v.pipe(
  v.object({
    nodeId,
    status: v.fallback(v.number(), 0),
    ready: v.fallback(v.boolean(), false),
    interviewStage: text,
    name: text,
    location: text,
    label: text,
    deviceConfig: v.fallback(v.object({ label: text, description: text }), { label: '', description: '' }),
    manufacturerId: v.fallback(v.number(), 0),
    productType: v.fallback(v.number(), 0),
    productId: v.fallback(v.number(), 0),
    firmwareVersion: text,
    lastSeen: v.fallback(v.union([v.pipe(v.string(), v.maxLength(MAX_TEXT)), v.number()]), ''),
    deviceClass: v.optional(v.unknown()),
    endpoints: v.optional(v.unknown()),
    values: v.optional(v.unknown())
  }),
  v.transform(({ deviceClass, endpoints, values, ...node }) => {
    const own = readKind(deviceClass);
    const readEndpoints = readList(endpointSchema, endpoints, MAX_ENDPOINTS);
    const ofClasses = Array.isArray(values) ? values.filter(isOfReadClass) : values;
    const readValues = readList(nodeValueSchema, ofClasses, MAX_VALUES);
    return {
      ...node,
      deviceClass: own.kind,
      endpoints: readEndpoints.entries.map(({ endpoint }) => endpoint),
      values: readValues.entries,
      /** Whether anything was left out that could not be read, or was too much: it may have been a lock. */
      isCut:
        own.isCut ||
        readEndpoints.isCut ||
        readValues.isCut ||
        readEndpoints.entries.some(({ isCut }) => isCut)
    };
  })
);
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
  message: v.fallback(v.optional(v.string()), undefined),
  zwaveErrorMessage: v.fallback(v.optional(v.string()), undefined)
});

/** The whole state without its nodes, as `start_listening` returns it. */
export const stateSchema = v.object({
  state: v.object({
    controller: v.object({ homeId: v.number(), ownNodeId: v.fallback(v.number(), 1) })
  })
});
/** The whole state. */
export type Dump = v.InferOutput<typeof stateSchema>['state'] & { readonly nodes: readonly NodeState[] };

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

/** The address of a value alone, as requests have it. */
export const valueIdOf = ({ endpoint, commandClass, property, propertyKey }: ValueId): ValueId => ({
  endpoint,
  commandClass,
  property,
  propertyKey
});

/** Identifies a value of a node in maps. */
export const keyOfValue = (
  node: number,
  { endpoint, commandClass, property, propertyKey }: ValueId
): string => [node, endpoint, commandClass, property, propertyKey ?? ''].join('/');
