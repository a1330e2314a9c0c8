import * as v from 'valibot';
import { Ids, NO_IDS } from '../../../proxy/zwave-js/ids';
import { NodesHome } from '../../../proxy/zwave-js/nodes-home';
import { nodeSchema } from '../../../proxy/zwave-js/protocol';
import { FakeClock } from '../../support/fake-clock';
import { plug } from './fake-server';

/** A plug as the server tells it. */
export const node = (nodeId: number, more: object = {}) => v.parse(nodeSchema, plug(nodeId, more));

/** A home of nodes, and what it shows of a node. */
export function homeOf(...nodes: ReturnType<typeof node>[]) {
  const clock = new FakeClock();
  const home = new NodesHome({
    homeId: 7,
    ids: new Ids(NO_IDS, () => undefined),
    clock,
    isDoubtful: () => false
  });
  home.load(nodes);
  const devices = () => [...(home.served?.devices.values() ?? [])].map(({ device }) => device);
  return { home, clock, devices };
}

/** A node with these values, each of an endpoint's class. */
export const withValues = (...values: readonly object[]) =>
  node(2, {
    endpoints: [],
    values: values.map((value) => ({ endpoint: 0, propertyName: '', metadata: {}, ...value }))
  });

/** A variable of a notification. */
export const notification = (
  type: number,
  name: string,
  variable: string,
  value: number,
  states: object = { 0: 'idle' }
) => ({
  ...{
    commandClass: 113,
    property: name,
    propertyName: name,
    propertyKey: variable,
    propertyKeyName: variable,
    value
  },
  metadata: { states, ccSpecific: { notificationType: type } }
});
