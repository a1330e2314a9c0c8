import * as v from 'valibot';
import { defineCommand, expectExactly, noArgs } from '#shared/interfaces/interface';
import { readSensorBinary } from '#shared/interfaces/readings';

export { readSensorBinary };

const ARM_DEADLINE_MS = 5000;

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

/** `ack` [A]: acknowledges an alarm. Its effect on parameters is unknown, so acceptance is the final state. */
export const ack = defineCommand({
  method: 'ack',
  mark: 'A',
  args: noArgs,
  isOffered: ({ params }) => readSensorBinary(params).isAckable,
  sets: () => [],
  apply: (params) => params,
  expect: () => null
});
