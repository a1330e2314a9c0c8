import * as v from 'valibot';
import type { RecordedValue, Span } from '#shared/buckets';
import { happeningSchema } from '#shared/happenings';
import { isRecord, type Params } from '#shared/home';
import { modelOf } from '#shared/model';
import type { RecordedHappening } from '../chronicle/happening-memory';
import type { CommandViewer } from '../home/live/viewer';
import type { HappenedRows } from './messages';

/** A shorter time without a watcher is no gap, in ms. */
const MIN_GAP_MS = 60_000;

/**
 * What happened in a part of a span, as rows of the record tell it, with what only the proxy knows of it. A device that is another one now
 * has no past.
 * @param first where the part begins
 */
export function happeningsOf(
  rows: HappenedRows,
  span: Span,
  first: number,
  viewer: CommandViewer
): RecordedHappening[] {
  const gaps = gapsOf(rows.known, { from: Math.max(span.from, rows.since), until: span.until });
  return [
    ...changesOf(rows.changed, viewer),
    ...rows.commanded.flatMap(commandedOf),
    ...gaps.filter(({ happening: { at } }) => at >= first && at < rows.until)
  ];
}

/** One happening for each device and moment. */
function changesOf(rows: HappenedRows['changed'], { device }: CommandViewer): RecordedHappening[] {
  const changes = new Map<string, { readonly row: (typeof rows)[number]; readonly params: Params }>();
  for (const row of rows) {
    const now = device(row.device);
    if (!now || modelOf(now) !== row.model || row.value === null) continue;
    const key = `${row.device} ${row.at}`;
    const [param = '', part] = row.name.split('.');
    const before = changes.get(key)?.params ?? {};
    const others = isRecord(before[param]) ? before[param] : {};
    const value = decode(row.value);
    const params = { ...before, [param]: part === undefined ? value : { ...others, [part]: value } };
    changes.set(key, { row, params });
  }
  return [...changes.values()].map(({ row: { device: id, at, room }, params }) => ({
    happening: { kind: 'changed', at, device: id, params },
    rooms: new Map([[id, typeof room === 'number' ? room : null]])
  }));
}

const decode = (value: RecordedValue): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    happening: happeningSchema,
    rooms: v.array(v.tuple([v.number(), v.nullable(v.number())])),
    sender: v.exactOptional(v.string())
  })
);

/** Commands, a timer or seen alarms. A clock that was corrected since moves all its times. */
function commandedOf({ at, text }: HappenedRows['commanded'][number]): RecordedHappening[] {
  const read = v.safeParse(storedSchema, text);
  if (!read.success) return [];
  const { happening, rooms, ...sender } = read.output;
  const due = happening.kind === 'timer' && { due: happening.due + at - happening.at };
  return [{ happening: { ...happening, ...due, at }, rooms: new Map(rooms), ...sender }];
}

/** The times in which nobody watched. */
function gapsOf(known: readonly Span[], { from, until }: Span): RecordedHappening[] {
  const begins = [from, ...known.map((each) => each.until)];
  const ends = [...known.map((each) => each.from), until];
  return begins.flatMap((begin, index) => {
    const end = ends[index] ?? until;
    if (end - begin < MIN_GAP_MS) return [];
    return { happening: { kind: 'gap', at: begin, until: end }, rooms: new Map<number, null>() };
  });
}
