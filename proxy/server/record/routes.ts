import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { fail, succeed } from '#shared/errors';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { modelOf } from '#shared/model';
import { MAX_BUCKETS, MAX_RECORDED_DEVICES, MAX_SPAN_MS, type RecordState } from '#shared/record';
import { seenBy } from '../chronicle/routes';
import type { HomeHousehold } from '../home/live/homes';
import { viewerOf } from '../home/live/viewer';
import { screenOf } from '../household/requests';
import { serve } from '../http/serve';
import { happeningsOf } from './recorded-happenings';
import { measuredName } from './recorded-values';
import type { Recorder } from './recorder';

/** The longest span of which it is told at once what happened, in ms: a day, also one with 25 hours. */
const MAX_DAY_MS = 25 * 60 * 60_000;
/** Maximum number of buckets of an answer, of all devices. */
const MAX_ANSWER_BUCKETS = 30_000;

/** The household with its recorder. */
export type RecordingHousehold = HomeHousehold & { readonly recorder: Recorder };

/** Registers the routes of the record: whether there is one, and what is in it as far as a screen may know it. */
export function registerRecord(app: FastifyInstance, house: RecordingHousehold) {
  const { clock, recorder } = house;
  serve(app, 'GET /api/controllers/:id/record', (request) => {
    const { controller } = screenOf(request);
    const isOn = recorder.recordOf(controller) !== undefined;
    const isWanted = recorder.isWanted(controller);
    const state = isOn ? 'on' : isWanted === true ? 'failed' : 'off';
    return { isWanted, state: recorder.isAvailable ? state : 'unavailable' } satisfies RecordState;
  });
  serve(app, 'PUT /api/controllers/:id/record', (request, { isWanted }) => {
    const { controller } = screenOf(request);
    return recorder.choose(controller, isWanted);
  });
  serve(app, 'DELETE /api/controllers/:id/record', (request) =>
    recorder.forgetAll(screenOf(request).controller)
  );

  /** The record of a home, and who reads it. */
  async function readable(request: FastifyRequest) {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const record = recorder.recordOf(viewer.value.screen.controller);
    if (!record) return NO_RECORD;
    return record.isBusy ? BUSY : succeed({ record, viewer: viewer.value });
  }

  /** The query `devices` has their ids, `name` is that of the values: `Value` for what is measured. */
  serve(app, 'GET /api/controllers/:id/record/values', async (request, _body, reply) => {
    const query = v.safeParse(valuesQuerySchema, request.query);
    const read = await readable(request);
    if (!query.success) return BAD_QUERY;
    if (!read.ok) return read;
    const { record, viewer } = read.value;
    const { devices, name, ...span } = query.output;
    const series = devices.flatMap((id) => {
      const device = viewer.device(id);
      if (!device) return [];
      const { unit } = readSensorMultilevel(device.params);
      return { device: id, model: modelOf(device), name: name === 'Value' ? measuredName(unit) : name };
    });
    const { rooms } = viewer.screen.rights;
    const answer = await record.buckets({ series, ...span, rooms, now: clock.now() }).catch(() => UNREADABLE);
    return typeof answer === 'string' ? reply.type('application/json; charset=utf-8').send(answer) : answer;
  });

  /** What happened on a day: the query `since` and `until` limit it, and `from` is `next` of the part before. */
  serve(app, 'GET /api/controllers/:id/record/happened', async (request) => {
    const query = v.safeParse(happenedQuerySchema, request.query);
    const read = await readable(request);
    if (!query.success) return BAD_QUERY;
    if (!read.ok) return read;
    const { record, viewer } = read.value;
    const { from, since, until, device } = query.output;
    const now = Math.round(clock.now());
    const span = { from: since, until: Math.min(until, now) };
    const first = Math.max(from, since);
    const { rooms } = viewer.screen.rights;
    const devices = viewer.home.devices.map(({ id }) => id).filter((id) => id === (device ?? id));
    const rows = await record.happened({ ...span, first, devices, rooms, now }).catch(() => UNREADABLE);
    if ('ok' in rows) return rows;
    const happenings = happeningsOf(rows, span, first, viewer)
      .flatMap((happened) => seenBy(happened, viewer) ?? [])
      .sort((one, other) => one.at - other.at);
    return {
      since: Math.round(rows.since),
      happenings,
      ...(rows.until < span.until && { next: rows.until })
    };
  });
}

const number = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.toNumber());
const isSpan = (from: number, until: number, most: number) => until > from && until - from <= most;
const valuesQuerySchema = v.pipe(
  v.object({
    devices: v.pipe(
      v.string(),
      v.maxLength(2_000),
      v.transform((text) => text.split(',')),
      v.array(number),
      v.maxLength(MAX_RECORDED_DEVICES)
    ),
    name: v.pipe(v.string(), v.maxLength(64)),
    from: number,
    until: number,
    count: v.pipe(number, v.minValue(1), v.maxValue(MAX_BUCKETS))
  }),
  v.check(({ from, until }) => isSpan(from, until, MAX_SPAN_MS)),
  v.check(({ devices, count }) => devices.length * count <= MAX_ANSWER_BUCKETS)
);
const happenedQuerySchema = v.pipe(
  v.object({
    since: number,
    until: number,
    from: v.optional(number, '0'),
    device: v.exactOptional(number)
  }),
  v.check(({ since, until }) => isSpan(since, until, MAX_DAY_MS))
);

const BAD_QUERY = fail('bad-request', 'These are no devices, no span of time or no count of the record.');
const NO_RECORD = fail('not-found', 'This home has no record.');
const BUSY = fail('too-many-attempts', 'The record is read by others: try again.');
const UNREADABLE = fail('not-found', 'The record cannot be read.');
