import * as v from 'valibot';
import type { Params } from '#shared/home';
import { defineCommand, noArgs, type CommandTarget, type Expectation } from '#shared/interfaces/interface';
import { FULL_LEVEL, LEVEL_TOLERANCE, levelOf, readLevel, REST_TOLERANCE } from '#shared/interfaces/level';

/** Milliseconds without a report until a dimmer's command is unconfirmed. */
const LEVEL_DEADLINE_MS = 10_000;
/** Milliseconds that a shutter may take from end to end. Many report only their final position. */
const TRAVEL_DEADLINE_MS = 90_000;
/** Milliseconds without a report until a shutter's command is unconfirmed, if it has reported a position on its way. */
const TRAVEL_SILENCE_MS = 15_000;
/** Milliseconds without a report after which a shutter is taken as stopped. */
const REST_AFTER_MS = 5000;

/** Switch Multilevel (document 2.5) [D]: a level from 0 (off, closed) to 99 (full, open), undefined if unknown. */
export function readSwitchMultilevel(params: Params) {
  return { level: readLevel(params) };
}

function withLevel(params: Params, level: number): Params {
  return { ...params, Level: level, Status: level > 0 };
}

/** Expects a level near the wanted one, reached step by step. */
function expectLevel(wanted: number, { interfaces }: CommandTarget): Expectation {
  const distance = (params: Params) => {
    const level = readLevel(params);
    return level === undefined ? undefined : Math.abs(level - wanted);
  };
  const isWithin = (params: Params, tolerance: number) => (distance(params) ?? Infinity) <= tolerance;
  const near: Expectation = {
    kind: 'moving',
    deadlineMs: LEVEL_DEADLINE_MS,
    distance,
    matches: (params) => isWithin(params, LEVEL_TOLERANCE)
  };
  if (!interfaces.includes('Shutter'))
    // For a lamp, on and off must match too.
    return {
      ...near,
      matches: (params) => near.matches(params) && (readLevel(params) === 0) === (wanted === 0)
    };
  return {
    ...near,
    deadlineMs: TRAVEL_DEADLINE_MS,
    silenceMs: TRAVEL_SILENCE_MS,
    rest: { afterMs: REST_AFTER_MS, matches: (params) => isWithin(params, REST_TOLERANCE) },
    // An end has no other position to round to.
    rounds: (params) =>
      wanted > 0 && wanted < FULL_LEVEL && distance(params) !== 0 && isWithin(params, REST_TOLERANCE)
  };
}

/** `setLevel {level}`, 0 to 99 [O]. Clients send a shutter 100 too, which is 99 [O]; it is 99 for every device here. */
export const setLevel = defineCommand({
  method: 'setLevel',
  mark: 'O',
  args: v.object({
    level: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100), v.transform(levelOf))
  }),
  sets: () => ['Level', 'Status'],
  apply: (params, { level }) => withLevel(params, level),
  expect: ({ level }, target) => expectLevel(level, target)
});

/** `startLevelChange {direction}` [O]: moves up or down to the end, unless stopped. */
export const startLevelChange = defineCommand({
  method: 'startLevelChange',
  mark: 'O',
  args: v.object({ direction: v.picklist(['up', 'down']) }),
  sets: () => ['Level', 'Status'],
  apply: (params, { direction }) => withLevel(params, direction === 'up' ? FULL_LEVEL : 0),
  expect: ({ direction }, target) => expectLevel(direction === 'up' ? FULL_LEVEL : 0, target)
});

/** `stopLevelChange` [A]: stops the movement. The next change reports the position. */
export const stopLevelChange = defineCommand({
  method: 'stopLevelChange',
  mark: 'A',
  args: noArgs,
  sets: () => ['Level', 'Status'],
  apply: (params) => params,
  expect: () => null
});
