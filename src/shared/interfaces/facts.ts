import type { Params } from '#shared/home';
import type { Interface } from '#shared/interfaces/interface';
import { readFlag, readNumber, readText } from '#shared/read';

/** ZWave Device (document 2.5) [D]: the node's number in the radio network. */
export function readZWaveDevice(params: Params) {
  return { nodeId: readNumber(params['nodeId']) };
}

/** Multichannel Endpoint (document 2.5) [D]: its own number, and the device whose part it is. */
export function readMultichannelEndpoint(params: Params) {
  return {
    endpointId: readNumber(params['endpointId']),
    parentDeviceId: readNumber(params['parentDeviceId'])
  };
}

/** Version (document 2.5) [D]: the firmware's version as text, `2.7`; undefined where unknown. */
export function readVersion(params: Params) {
  const version = params['firmwareVersion'];
  const numbers = Array.isArray(version) ? version.map(readNumber).filter((part) => part !== undefined) : [];
  return { firmware: numbers.length > 0 ? numbers.join('.') : readText(version) };
}

/** Association (document 2.5) [D]: the number of groups; what lies in them is not shown by the document. */
export function readAssociation(params: Params) {
  return {
    groupsCount: readNumber(params['groupsCount']),
    isMultichannel: readFlag(params['multichannelSupported'])
  };
}

/** Battery [A]: the charge in percent; 255 is how Z-Wave says "almost empty". */
export function readBattery(params: Params) {
  const level = readNumber(params['batteryLevel']);
  return { percent: level === 255 ? 0 : level };
}

/** What an interface tells that has no parameters. */
const nothing = () => ({});

/** Interfaces that tell something and take no command. */
export const facts: readonly Interface[] = [
  { name: 'ZWaveDevice', read: readZWaveDevice, commands: [] },
  { name: 'MultichannelEndpoint', read: readMultichannelEndpoint, commands: [] },
  { name: 'Version', read: readVersion, commands: [] },
  { name: 'Association', read: readAssociation, commands: [] },
  { name: 'Battery', read: readBattery, commands: [] },
  { name: 'Gateway', read: nothing, commands: [] },
  { name: 'MultichannelRoot', read: nothing, commands: [] },
  { name: 'ParentDevice', read: nothing, commands: [] },
  { name: 'ChildDevice', read: nothing, commands: [] }
];
