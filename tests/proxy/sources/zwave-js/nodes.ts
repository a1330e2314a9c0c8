import * as v from 'valibot';
import { reportedHazardOf } from '#shared/hazards';
import { Ids, NO_IDS } from '../../../../proxy/sources/zwave-js/ids';
import { NodesHome } from '../../../../proxy/sources/zwave-js/nodes-home';
import { nodeSchema } from '../../../../proxy/sources/zwave-js/protocol';
import { FakeClock } from '../../../support/fake-clock';
import { plug } from './fake-server';

/** A plug as the server tells it. */
export const node = (nodeId: number, more: object = {}) => v.parse(nodeSchema, plug(nodeId, more));

/** A node of which the driver does not know all yet. */
export const unready = (interviewStage: string, more: object = {}) =>
  v.parse(nodeSchema, { nodeId: 2, ready: false, interviewStage, ...more });

/** A home of nodes, and what it shows of a node. */
export function homeOf(...nodes: ReturnType<typeof node>[]) {
  const clock = new FakeClock();
  const ids = new Ids(NO_IDS, () => undefined);
  const home = new NodesHome({ homeId: 7, ids, clock, isDoubtful: () => false });
  home.load(nodes);
  const devices = () => [...(home.served?.devices.values() ?? [])];
  const hazards = () => devices().map(reportedHazardOf);
  return { home, clock, devices, hazards };
}

/** A node with these values, each of an endpoint's class. */
export const withValues = (...values: readonly object[]) =>
  node(2, {
    endpoints: [],
    values: values.map((value) => ({ endpoint: 0, propertyName: '', metadata: {}, ...value }))
  });

/** A node as the server tells it, with so many sensors. */
export const sensors = (
  nodeId: number,
  count: number,
  more: object = {},
  metadata: (index: number) => object = () => ({})
) =>
  plug(nodeId, {
    values: Array.from({ length: count }, (_, index) => ({
      endpoint: 0,
      commandClass: 49,
      property: `Sensor ${index}`,
      propertyName: `Sensor ${index}`,
      metadata: metadata(index),
      value: 1
    })),
    ...more
  });

/** A binary sensor, by default with no value yet. */
export const binarySensor = (sensorType: number | undefined, property: string, value?: boolean) => ({
  commandClass: 48,
  property,
  propertyName: property,
  value,
  metadata: { ccSpecific: { sensorType } }
});

/** A variable of a notification. */
export const notification = (
  type: number,
  name: string,
  variable: string,
  value: number,
  states: object = { 0: 'idle' }
) => ({
  commandClass: 113,
  property: name,
  propertyName: name,
  value,
  propertyKey: variable,
  propertyKeyName: variable,
  metadata: { states, ccSpecific: { notificationType: type } }
});
