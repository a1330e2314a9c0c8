import { isRecord } from '#shared/home';
import { INTERFACES } from '#shared/interfaces/registry';
import { FACTS } from './facts';
import { devicesOf, textsOf } from './read';
import type { Seen } from './seen';

/** Names that come from the manufacturer: `DevDoorLock`, `SwitchBinary`. */
const MAKERS_NAME = /^[A-Z][A-Za-z0-9 ]{2,40}$/;
const FIELD_NAME = /^[A-Za-z_]\w{0,40}$/;
/** Fields with personal texts or secrets. */
const PRIVATE_FIELDS = [
  'name',
  'note_text',
  'note_image',
  'background_image',
  'ip',
  'mac',
  'id',
  'token',
  'refresh_token'
];
const MAX_DEPTH = 6;
/** Words of the controller document and of the code. A device may have the same name. */
const VOCABULARY: ReadonlySet<string> = new Set([
  ...INTERFACES.keys(),
  'Status',
  'Level',
  'Value',
  'Tripped',
  'Armed'
]);

const WORDS = { D: 'documented', O: 'observed', A: 'assumed' } as const;

/**
 * The results as Markdown: verdicts, counts and the shapes of responses. Values are never included. Of texts,
 * only the manufacturer's names of types and interfaces are included, so the report has no names, addresses,
 * tokens or notes.
 */
export function reportOf(seen: Seen, date: string): string {
  const own = privateTexts(seen);
  return [
    `# Controller report`,
    '',
    `Made on ${date}. Contains no names, addresses, tokens or notes.`,
    '',
    '## Facts',
    '',
    '| mark | statement | held? | observation |',
    '| --- | --- | --- | --- |',
    ...FACTS.map(({ mark, says, judge }) => {
      const verdict = judge(seen);
      const held = verdict === null ? 'not seen' : verdict.held ? 'held' : "didn't hold";
      return `| ${WORDS[mark]} [${mark}] | ${says} | ${held} | ${verdict?.because ?? ''} |`;
    }),
    '',
    '## Types and interfaces',
    '',
    ...kindsOf(seen, own),
    '',
    '## Calls',
    '',
    ...[...seen.calls, ...seen.polls.map((call) => ['GET /poll?last=N', call] as const)].map(
      ([name, { status, ms, isHeld, body }]) =>
        `- \`${name}\`: ${isHeld ? 'held' : (status ?? 'no answer')}, ${ms} ms, \`${shapeOf(body, own)}\``
    ),
    ''
  ].join('\n');
}

/** The number of devices by type, interfaces and parameters. */
function kindsOf(seen: Seen, own: ReadonlySet<string>): string[] {
  const isMakers = (name: string) => VOCABULARY.has(name) || (MAKERS_NAME.test(name) && !own.has(name));
  const lines = devicesOf(seen).map(({ type, interfaces, params }) => {
    const names = textsOf(interfaces).map((name) => (isMakers(name) ? name : '…'));
    const spelled = typeof type === 'string' && isMakers(type) ? type : '…';
    return `${spelled}: ${names.join(', ')} — ${shapeOf(params, own)}`;
  });
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([line, count]) => `- ${count} × ${line}`);
}

/** The shape of a value: field names and types. The first entry of a list stands for all. */
function shapeOf(value: unknown, own: ReadonlySet<string>, depth = 0): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[${shapeOf(value[0], own, depth + 1)}] × ${value.length}`;
  if (!isRecord(value)) return typeof value;
  const fields = Object.entries(value).map(([name, entry]) => {
    const isPlain = VOCABULARY.has(name) || (FIELD_NAME.test(name) && !own.has(name));
    return `${isPlain ? name : '…'}: ${shapeOf(entry, own, depth + 1)}`;
  });
  return `{${fields.join(', ')}}`;
}

/** All texts in fields that are personal. */
function privateTexts(seen: Seen): ReadonlySet<string> {
  const texts = new Set<string>();
  const collect = (value: unknown, depth = 0) => {
    if (depth > MAX_DEPTH * 2 || typeof value !== 'object' || value === null) return;
    for (const [name, entry] of Object.entries(value)) {
      if (typeof entry === 'string' && PRIVATE_FIELDS.includes(name)) texts.add(entry);
      collect(entry, depth + 1);
    }
  };
  for (const { body } of [...seen.calls.values(), ...seen.polls, ...seen.renewals]) collect(body);
  for (const { reply } of seen.searches) collect(reply);
  return texts;
}
