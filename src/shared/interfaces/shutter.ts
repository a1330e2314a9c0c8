import { defineCommand, noArgs, type Interface } from '#shared/interfaces/interface';
import { readSwitchMultilevel, startLevelChange } from '#shared/interfaces/switch-multilevel';

/**
 * `stop` [O]. It is offered whatever `stopable` is, since the document says to ignore that [D]. It bypasses the command
 * queue.
 */
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
