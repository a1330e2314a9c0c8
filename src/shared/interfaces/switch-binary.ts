import * as v from 'valibot';
import { defineCommand, expectExactly, noArgs } from '#shared/interfaces/interface';
import { FULL_LEVEL, readLevel } from '#shared/interfaces/level';
import { readSwitchBinary } from '#shared/interfaces/readings';

export { readSwitchBinary };

/** The time in ms that a switch may take to report its new state. */
const SWITCH_DEADLINE_MS = 5000;
/** The time in ms in which some firmware reports on, off and on again after one command. */
const SETTLE_MS = 2000;

/** `setStatus {status}` [O]. On a device with a level, off sets level 0, and on sets full power if the level is 0. */
export const setStatus = defineCommand({
  method: 'setStatus',
  mark: 'O',
  args: v.object({ status: v.boolean() }),
  sets: () => ['Level', 'Status'],
  apply(params, { status }) {
    const level = readLevel(params);
    if (level === undefined) return { ...params, Status: status };
    return { ...params, Status: status, Level: status ? level || FULL_LEVEL : 0 };
  },
  expect: ({ status }) => ({
    ...expectExactly(SWITCH_DEADLINE_MS, (params) => readSwitchBinary(params).isOn === status),
    settleMs: SETTLE_MS,
    // A dimmer that goes dark slowly reports levels on its way.
    distance: (params) => (status ? undefined : readLevel(params))
  })
});

/** `pulse` [A]: switches on for a moment. The pulse may end before it is reported, so acceptance is the final state. */
export const pulse = defineCommand({
  method: 'pulse',
  mark: 'A',
  args: noArgs,
  isOffered: ({ params }) => readSwitchBinary(params).isPulseable,
  sets: () => ['Status'],
  apply: (params) => params,
  expect: () => null
});
