import * as v from 'valibot';
import type { Params } from '#shared/home';
import { defineCommand } from '#shared/interfaces/interface';
import { expectOnceAwake } from '#shared/interfaces/wake-up';
import { readText, readTexts } from '#shared/read';

/**
 * Thermostat Fan Mode: the document contains only the name [D]; the parameters are assumed to be like those of
 * Thermostat Mode [A].
 */
export function readThermostatFanMode(params: Params) {
  return {
    fanMode: readText(params['currentFanMode']),
    fanModes: readTexts(params['availableFanModes'])
  };
}

/** `setFanMode {fanMode}` [A]. */
export const setFanMode = defineCommand({
  method: 'setFanMode',
  mark: 'A',
  args: v.object({ fanMode: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
  sets: () => ['currentFanMode'],
  apply: (params, { fanMode }) => ({ ...params, currentFanMode: fanMode }),
  expect: ({ fanMode }, target) =>
    expectOnceAwake(target, (params) => readThermostatFanMode(params).fanMode === fanMode)
});
