import * as v from 'valibot';
import { defineCommand } from '#shared/interfaces/interface';
import { readThermostatMode } from '#shared/interfaces/readings';
import { expectOnceAwake } from '#shared/interfaces/wake-up';
import { isSameThermostatMode } from '#shared/thermostat-modes';

export { readThermostatMode };

/** `setMode {mode}` [O]. A device may report the mode in another spelling than a stored command has. Two modes that it lists are never one. */
export const setMode = defineCommand({
  method: 'setMode',
  mark: 'O',
  args: v.object({ mode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  sets: () => ['currentMode'],
  apply: (params, { mode }) => ({ ...params, currentMode: mode }),
  expect: ({ mode }, target) =>
    expectOnceAwake(target, (params) => {
      const { mode: reported, modes } = readThermostatMode(params);
      if (reported === undefined || reported === mode) return reported === mode;
      return isSameThermostatMode(reported, mode) && !(modes.includes(reported) && modes.includes(mode));
    })
});
