import * as v from 'valibot';
import { MAX_NODES, nodeSchema, type NodeState } from './protocol';

/** Maximum length of a node in the first state of a home, in bytes: ten times that of the largest ones. */
const MAX_NODE_BYTES = 1024 * 1024;
/** Maximum length of all that is kept of a home, in characters of JSON. The largest homes have half of it. */
export const MAX_HOME_LENGTH = 5 * 1024 * 1024;
/** Maximum length of the rest of the message, in bytes. */
const MAX_REST_BYTES = 1024 * 1024;
/** Maximum number of values of all nodes: twice those of the largest homes. Later ones are left out. */
export const MAX_HOME_VALUES = 10_000;
/** How much is read before others have their turn, in bytes: a few ms of work. */
const TURN_BYTES = 128 * 1024;

/** The first state of a home. */
export interface FirstState {
  /** The message without its nodes. */
  readonly message: unknown;
  readonly nodes: readonly NodeState[];
}

/**
 * Reads the first state of a home, which has megabytes, in turns: screens of other homes are not delayed meanwhile. Of each node only what
 * a home needs is kept. The nodes are parsed one by one: a message of many small things takes twenty times its length once it is parsed as
 * a whole.
 * @param signal ends the reading, for a connection that is over
 * @returns null if it is too large, or the signal was aborted
 */
export async function readState(bytes: Buffer, signal: AbortSignal): Promise<FirstState | null> {
  const nodes: NodeState[] = [];
  let count = 0;
  let values = 0;
  let length = 0;
  const elements = elementsOf(bytes);
  let each = elements.next();
  while (!each.done) {
    if (each.value === 'pause') {
      await new Promise(setImmediate);
      if (signal.aborted) return null;
    } else {
      if (++count > MAX_NODES || each.value.length > MAX_NODE_BYTES) return null;
      const read = v.safeParse(nodeSchema, parse(each.value));
      if (read.success) {
        const node = withValues(read.output, MAX_HOME_VALUES - values);
        values += node.values.length;
        length += JSON.stringify(node).length;
        if (length > MAX_HOME_LENGTH) return null;
        nodes.push(node);
      }
    }
    each = elements.next();
  }
  const [from, to] = each.value;
  if (from + bytes.length - to > MAX_REST_BYTES) return null;
  return { message: parse(Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])), nodes };
}

/** A node with so many values at most. */
export const withValues = (node: NodeState, max: number): NodeState =>
  node.values.length <= max ? node : { ...node, values: node.values.slice(0, max), isCut: true };

/** The value of a JSON text; undefined if it is none. */
export function parse(bytes: Buffer): unknown {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
/** The keys that lead to the list of nodes in a message. */
const PATH = ['', 'result', 'state', 'nodes'];

/**
 * Finds the objects and lists in `result.state.nodes` of a JSON text, without parsing it, and pauses every so often. What it returns is
 * where the content of that list begins and ends; both are the end of the text if there is none.
 */
function* elementsOf(bytes: Buffer): Generator<Buffer | 'pause', readonly [from: number, to: number]> {
  const keys: string[] = [];
  let depth = 0;
  let key = '';
  let list = -1;
  let element = -1;
  let pauseAt = TURN_BYTES;
  for (let at = 0; at < bytes.length; at++) {
    if (at >= pauseAt) {
      yield 'pause';
      pauseAt = at + TURN_BYTES;
    }
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      if (depth < PATH.length) key = bytes.toString('latin1', at + 1, Math.min(end, at + 16));
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      depth++;
      if (depth <= PATH.length) keys[depth - 1] = key;
      const isList = byte === OPEN_LIST && depth === PATH.length && PATH.every((name, n) => keys[n] === name);
      if (isList && list < 0) list = at + 1;
      else if (list >= 0 && depth === PATH.length + 1) element = at;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
      if (list >= 0 && depth === PATH.length) yield bytes.subarray(element, at + 1);
      if (list >= 0 && depth < PATH.length) return [list, at];
    }
  }
  return [bytes.length, bytes.length];
}

/** Where a text ends that begins with the quote at `from`: at its last quote, which no odd number of backslashes precedes. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return bytes.length;
}
