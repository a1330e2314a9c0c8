import { defineCommand, noArgs } from '#shared/interfaces/interface';

/**
 * `stop` [O]. It is offered whatever `stopable` is, since the document says to ignore that [D]. It bypasses the command
 * queue. A shutter’s position is the level of its Switch Multilevel, 0 closed, 99 open (document 2.5) [D].
 */
export const stop = defineCommand({
  method: 'stop',
  mark: 'O',
  args: noArgs,
  sets: () => ['Level', 'Status'],
  apply: (params) => params,
  expect: () => null
});
