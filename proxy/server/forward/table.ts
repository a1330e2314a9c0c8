import { fail, succeed, type Failure } from '#shared/errors';
import type { ControllerCall } from '../household/rights';

/** What one path allows: the query keys of a reading, and whether there are commands. */
interface Entry {
  readonly path: string;
  /** The query keys of `GET`. */
  readonly query: readonly string[];
  readonly takesCommands?: true;
}

/**
 * All calls that are forwarded: those of the document and those of real clients [O], except `/auth` and `/poll`, since tokens and the poll's
 * cursor belong to the proxy.
 */
const TABLE: readonly Entry[] = [
  { path: '/info', query: [] }, // [O]
  { path: '/system', query: [] }, // [O]
  { path: '/home', query: [] }, // [O]
  { path: '/sections', query: [] }, // [O]
  { path: '/sections/:id', query: [] }, // [D] 4.1
  { path: '/rooms', query: [] }, // [O]
  { path: '/rooms/:id', query: [] }, // [A]
  { path: '/devices', query: ['show_hidden', 'compact', 'with_actions', 'fields'] }, // [O]
  { path: '/devices/:id', query: ['with_actions', 'fields'] }, // [O]
  { path: '/devices/:id/actions', query: [], takesCommands: true }, // [O]
  { path: '/devices/:id/parameter-history', query: ['param', 'limit'] } // [O]
];

const ENTRIES = new Map(TABLE.map((entry) => [entry.path, entry]));

/**
 * An allowed call. `target` is path and query, below `/api/v2`; `device` is the id of the device that it concerns, null if it concerns no
 * single device.
 */
export type Allowed = ControllerCall & { readonly target: string };

/** Why a call is refused. `allow` is the value of that header. */
type Refusal = Failure<'not-found' | 'method-not-allowed' | 'bad-request'> & {
  readonly allow?: string;
};

/** A resource, perhaps an id, and perhaps a part of it. No `%`, `..`, `//`, `\` or `;` can be in it. */
const PLAIN_PATH = /^(\/[a-z]+)(?:\/(\d{1,15})(\/[a-z-]+)?)?$/;
const PLAIN_VALUE = /^[\w.,:-]{0,64}$/;

/** Finds a call in the table. `target` is the raw text after `/v2`, not decoded. */
export function lookUp(
  method: string,
  target: string
): { readonly ok: true; readonly value: Allowed } | { readonly ok: false; readonly error: Refusal } {
  const [written = '', ...queries] = target.split('?');
  const [, resource = '', digits, part = ''] = PLAIN_PATH.exec(written) ?? [];
  const entry = ENTRIES.get(digits === undefined ? resource : `${resource}/:id${part}`);
  if (!entry) return fail('not-found', 'This path is not forwarded.');
  // Only one spelling of an id, so that the checked id is the one that is sent.
  const id = Number(digits);
  const path = digits === undefined ? resource : `${resource}/${id}${part}`;
  const canonicalTarget = queries.length === 0 ? path : [path, ...queries].join('?');
  const device = resource === '/devices' && digits !== undefined ? id : null;
  if (method === 'GET')
    return isAllowed(entry, queries)
      ? succeed({ kind: 'read', target: canonicalTarget, device })
      : fail('bad-request', 'This query is not forwarded.');
  if (method === 'POST' && entry.takesCommands && device !== null)
    return queries.length === 0
      ? succeed({ kind: 'command', target: canonicalTarget, device })
      : fail('bad-request', 'A command has no query.');
  const allow = entry.takesCommands ? 'GET, POST' : 'GET';
  return { ok: false, error: { code: 'method-not-allowed', message: `It takes ${allow}.`, allow } };
}

/** Whether there is at most one query, with keys of the entry only, each at most once. */
function isAllowed({ query: keys }: Entry, queries: readonly string[]): boolean {
  if (queries.length === 0) return true;
  const [query = '', ...more] = queries;
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split('='));
  const isPlain = pairs.every(
    ([key = '', value = '', ...rest]) => keys.includes(key) && PLAIN_VALUE.test(value) && rest.length === 0
  );
  return more.length === 0 && isPlain && new Set(pairs.map(([key]) => key)).size === pairs.length;
}
