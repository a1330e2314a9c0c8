import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { routes, type RouteAccess } from '#shared/routes';
import { testProxy } from '../../../support/test-proxy';

const page = readFileSync(fileURLToPath(new URL('../../../../docs/access.md', import.meta.url)), 'utf8');

/** The rows of the table of routes: whose each is, and who may call it. */
const rows = [
  ...page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE|ANY) \S+)` +\| (\S[^|]*?) +\| (\S[^|]*?) +\|$/gm)
];

/** What the table says of a route. */
function wordsOf({
  access,
  manages,
  orCode,
  enforcesRights,
  withoutPin,
  admitsLocked,
  whileLeaving
}: RouteAccess) {
  if (access === 'public')
    return ['public', withoutPin === true ? 'anybody' : 'anybody; with a PIN, unlocked'];
  const who =
    manages === true || access === 'box' ? 'who manages' : enforcesRights === true ? 'any' : 'all rights';
  const more = [
    orCode === true && 'a code too',
    admitsLocked === true && 'locked too',
    whileLeaving === true && 'while it leaves too',
    withoutPin === true && 'without the PIN'
  ];
  return [access === 'box' ? 'box' : 'home', [who, ...more.filter((each) => each !== false)].join(', ')];
}

it('the table of routes says of each route whose it is and who may call it', async () => {
  const told = new Map(rows.map(([, name = '', ...words]) => [name, words]));
  const table = Object.entries(routes as Record<string, RouteAccess>);
  for (const [name, access] of table) expect([name, told.get(name)]).toEqual([name, wordsOf(access)]);
  // The pages and what is forwarded are not in the table of the program, and in this one.
  const others = [...told.keys()].filter((name) => !(name in routes));
  const { routes: guarded } = await testProxy();
  const more = guarded
    .filter((name) => !(name in routes) && !name.startsWith('HEAD '))
    .map((name) => (name.endsWith('/v2/*') ? name.replace(/^\w+/, 'ANY') : name));
  expect(others.toSorted()).toEqual([...new Set(more)].toSorted());
});
