import fc from 'fast-check';
import { isRecord } from '#shared/home';

/** A change of bytes: from a place, modulo their number, `length` of them become `bytes`. */
interface Splice {
  readonly kind: 'splice';
  readonly place: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

/** A change of a value. `place` selects a node, modulo their number; `by` replaces it. */
interface NodeChange {
  readonly kind: 'replace' | 'remove' | 'double' | 'rename' | 'wrap';
  readonly place: number;
  readonly by: unknown;
}

/** One mutation of an answer. */
export type Mutation = Splice | NodeChange;

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
    '__proto__',
    'x'.repeat(10_000),
    '\u0000',
    '\ud800',
    '\u202eevil',
    '<img src=x onerror=alert(1)>',
    Array.from({ length: 500 }, (_, at) => at),
    { length: 5 },
    { toString: 1, constructor: 2 }
  ),
  fc.jsonValue({ maxDepth: 4 })
);
const place = fc.nat({ max: 100_000 });

/** Changes of bytes; one in four cuts the rest off. */
export const splices: fc.Arbitrary<Splice> = fc.record({
  kind: fc.constant('splice' as const),
  place,
  // Text mostly: bytes that are no UTF-8 are refused before anything else is looked at.
  bytes: fc.oneof(
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 8, max: 127 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }) }
  ),
  length: fc.oneof({ weight: 3, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.constant(Infinity) })
});

/** All mutations of one answer: of its values, or of its bytes. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('replace' as const), place, by: odd }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('remove', 'double', 'rename', 'wrap'),
      place,
      by: fc.constant(null)
    })
  },
  { weight: 3, arbitrary: splices }
);

/** Applies one mutation: to the value before it is serialised, or to the bytes. */
export function mutate(value: unknown, mutation: Mutation): Buffer {
  if (mutation.kind === 'splice') return spliced(Buffer.from(JSON.stringify(value)), mutation);
  const mutated = mutateValue(value, mutation);
  return Buffer.from(mutated === undefined ? '' : JSON.stringify(mutated));
}

/** Applies a change of bytes. */
export function spliced(whole: Buffer, { place: at, length, bytes }: Splice): Buffer {
  const from = at % whole.length;
  return Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(from + length)]);
}

/** Copies a value and changes one of its nodes, counted from the root. */
function mutateValue(value: unknown, { kind, place: at, by }: NodeChange): unknown {
  const target = at % countNodes(value);
  let count = 0;

  /** The node or what replaces it: none, one or two. */
  function visit(node: unknown): unknown[] {
    const isTarget = count++ === target;
    const copy = Array.isArray(node)
      ? node.flatMap(visit)
      : isRecord(node)
        ? Object.fromEntries(Object.entries(node).flatMap(([name, entry]) => visitMember(name, entry)))
        : node;
    const changed = { replace: [by], remove: [], double: [copy, copy], wrap: [[copy]], rename: [copy] };
    return isTarget ? changed[kind] : [copy];
  }
  function visitMember(name: string, entry: unknown): [string, unknown][] {
    const names = count === target && kind === 'rename' ? [`${name}s`] : [name, `${name}2`];
    return visit(entry).map((after, index) => [names[index] ?? name, after]);
  }
  return visit(value)[0];
}

function countNodes(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + countNodes(entry), 1);
  if (isRecord(value)) return Object.values(value).reduce<number>((sum, entry) => sum + countNodes(entry), 1);
  return 1;
}
