import * as v from 'valibot';
import type { Params } from '#shared/home';
import { defineCommand, type Interface } from '#shared/interfaces/interface';
import { expectOnceAwake } from '#shared/interfaces/wake-up';
import { readText, readTexts } from '#shared/read';

/** Thermostat Mode (document 2.5) [D]: the mode it is in, undefined where unknown, and those it has, as `Off`, `Heat`, `Cool` [O]. */
export function readThermostatMode(params: Params) {
  return { mode: readText(params['currentMode']), modes: readTexts(params['availableModes']) };
}

/** `setMode {mode}` [O]. */
export const setMode = defineCommand({
  method: 'setMode',
  mark: 'O',
  args: v.object({ mode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  sets: () => ['currentMode'],
  apply: (params, { mode }) => ({ ...params, currentMode: mode }),
  expect: ({ mode }, target) => expectOnceAwake(target, (params) => readThermostatMode(params).mode === mode)
});

/** Thermostat Mode: what it does, and the command that sets it. */
export const thermostatMode: Interface = {
  name: 'ThermostatMode',
  read: readThermostatMode,
  commands: [setMode]
};
