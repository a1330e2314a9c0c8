import * as v from 'valibot';
import type { Params } from '#shared/home';
import { defineCommand, expectExactly, noArgs, type Interface } from '#shared/interfaces/interface';
import { readFlag, readNumber } from '#shared/read';

const ARM_DEADLINE_MS = 5000;

/**
 * Sensor Binary (document 2.5) [D]. `isTripped` and `isArmed` are undefined where unknown; `lastTrip` is UNIX time in
 * seconds, undefined where it never tripped (0 is never).
 */
export function readSensorBinary(params: Params) {
  return {
    isTripped: readFlag(params['Tripped']),
    isArmed: readFlag(params['Armed']),
    isArmable: readFlag(params['armable']) ?? false,
    isAckable: readFlag(params['ackable']) ?? false,
    lastTrip: readNumber(params['lasttrip']) || undefined
  };
}

/** `setArmed {armed}` [A]. */
export const setArmed = defineCommand({
  method: 'setArmed',
  mark: 'A',
  args: v.object({ armed: v.boolean() }),
  isOffered: ({ params }) => readSensorBinary(params).isArmable,
  sets: () => ['Armed'],
  apply: (params, { armed }) => ({ ...params, Armed: armed }),
  expect: ({ armed }) =>
    expectExactly(ARM_DEADLINE_MS, (params) => readSensorBinary(params).isArmed === armed)
});

/** `ack` [A]: the user has seen it. What it changes is the controller's business, so acceptance is all that can be known. */
export const ack = defineCommand({
  method: 'ack',
  mark: 'A',
  args: noArgs,
  isOffered: ({ params }) => readSensorBinary(params).isAckable,
  sets: () => [],
  apply: (params) => params,
  expect: () => null
});

/** Sensor Binary: what it senses, armed or not, and its commands. */
export const sensorBinary: Interface = {
  name: 'SensorBinary',
  read: readSensorBinary,
  commands: [setArmed, ack]
};
