import fc from 'fast-check';
import { isRecord } from '#shared/home';

/** One mutation of an answer. `place` selects a position, modulo the number of positions. */
export type Mutation =
  | { readonly kind: 'replace'; readonly place: number; readonly by: unknown }
  | { readonly kind: 'remove' | 'double' | 'rename' | 'wrap'; readonly place: number }
  | { readonly kind: 'flip'; readonly place: number; readonly bit: number }
  | { readonly kind: 'cut' | 'repeat'; readonly place: number; readonly length: number }
  | { readonly kind: 'insert'; readonly place: number; readonly bytes: readonly number[] };

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    '',
    [],
    {},
    -1,
    0.5,
    1e308,
    2 ** 53,
    9e15,
    '0',
    'NaN',
    '1e5',
    '__proto__'
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(10_000),
    '\u0000',
    '\ud800',
    '\u202eevil',
    '<img src=x onerror=alert(1)>'
  ),
  fc.constantFrom<unknown>(
    Array.from({ length: 500 }, (_, at) => at),
    { length: 5 },
    { toString: 1, constructor: 2 }
  ),
  fc.jsonValue({ maxDepth: 4 })
);
const place = fc.nat({ max: 100_000 });

/** All mutations of one answer: of its values, or of its bytes. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), place, by: odd }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('remove', 'double', 'rename', 'wrap'), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flip' as const), place, bit: fc.nat({ max: 7 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cut', 'repeat'), place, length: fc.nat({ max: 200 }) })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      place,
      bytes: fc.array(fc.nat({ max: 255 }), { minLength: 1, maxLength: 8 })
    })
  }
);

/** Applies one mutation: to the value before it is serialised, or to the bytes. */
export function mutate(value: unknown, mutation: Mutation): Buffer {
  const bytes = () => Buffer.from(JSON.stringify(value));
  switch (mutation.kind) {
    case 'replace':
    case 'remove':
    case 'double':
    case 'rename':
    case 'wrap': {
      const mutated = mutateValue(value, mutation);
      return Buffer.from(mutated === undefined ? '' : JSON.stringify(mutated));
    }
    case 'flip': {
      const flipped = bytes();
      const at = mutation.place % flipped.length;
      flipped[at] = (flipped[at] ?? 0) ^ (1 << mutation.bit);
      return flipped;
    }
    case 'cut':
    case 'repeat': {
      const whole = bytes();
      const from = mutation.place % whole.length;
      const to = from + mutation.length;
      return Buffer.concat([
        whole.subarray(0, to),
        whole.subarray(mutation.kind === 'cut' ? whole.length : from)
      ]);
    }
    case 'insert': {
      const whole = bytes();
      const at = mutation.place % whole.length;
      return Buffer.concat([whole.subarray(0, at), Buffer.from(mutation.bytes), whole.subarray(at)]);
    }
  }
}

type ValueMutation = Extract<Mutation, { kind: 'replace' | 'remove' | 'double' | 'rename' | 'wrap' }>;

/** Copies a value and applies a function to one of its nodes, counted from the root. */
function mutateValue(value: unknown, mutation: ValueMutation): unknown {
  const target = mutation.place % countNodes(value);
  let count = 0;

  function visit(node: unknown): unknown[] {
    const isTarget = count++ === target;
    const copy = Array.isArray(node)
      ? node.flatMap(visit)
      : isRecord(node)
        ? Object.fromEntries(Object.entries(node).flatMap(([name, entry]) => visitMember(name, entry)))
        : node;
    return isTarget ? struck(copy, mutation) : [copy];
  }
  function visitMember(name: string, entry: unknown): [string, unknown][] {
    const isTarget = count === target;
    const [after, ...more] = visit(entry);
    if (isTarget && mutation.kind === 'remove') return [];
    if (isTarget && mutation.kind === 'rename') return [[`${name}s`, after]];
    return more.length > 0
      ? [
          [name, after],
          [`${name}2`, more[0]]
        ]
      : [[name, after]];
  }
  return visit(value)[0];
}

/** The replacement of a node: none, one or two nodes. */
function struck(node: unknown, mutation: ValueMutation): unknown[] {
  switch (mutation.kind) {
    case 'replace':
      return [mutation.by];
    case 'remove':
      return [];
    case 'double':
      return [node, node];
    case 'wrap':
      return [[node]];
    case 'rename':
      return [node];
  }
}

function countNodes(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + countNodes(entry), 1);
  if (isRecord(value)) return Object.values(value).reduce<number>((sum, entry) => sum + countNodes(entry), 1);
  return 1;
}
