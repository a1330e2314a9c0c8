import * as v from 'valibot';
import { defineCommand } from '#shared/interfaces/interface';
import { readThermostatMode } from '#shared/interfaces/readings';
import { expectOnceAwake } from '#shared/interfaces/wake-up';

export { readThermostatMode };

/** `setMode {mode}` [O]. */
export const setMode = defineCommand({
  method: 'setMode',
  mark: 'O',
  args: v.object({ mode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  sets: () => ['currentMode'],
  apply: (params, { mode }) => ({ ...params, currentMode: mode }),
  expect: ({ mode }, target) => expectOnceAwake(target, (params) => readThermostatMode(params).mode === mode)
});
