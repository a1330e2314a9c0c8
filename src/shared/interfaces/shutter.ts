import { defineCommand, noArgs, type Interface } from '#shared/interfaces/interface';
import { readSwitchMultilevel, startLevelChange } from '#shared/interfaces/switch-multilevel';

/** `stop` [O], offered whatever `stopable` says: the document tells to ignore it [D]. It never waits behind another command. */
export const stop = defineCommand({
  method: 'stop',
  mark: 'O',
  args: noArgs,
  sets: () => ['Level', 'Status'],
  apply: (params) => params,
  expect: () => null
});

/** Shutter (document 2.5) [D]: its position is the level of its Switch Multilevel, 0 closed, 99 open. */
export const shutter: Interface = {
  name: 'Shutter',
  read: readSwitchMultilevel,
  commands: [startLevelChange, stop]
};
