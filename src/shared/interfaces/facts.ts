import type { Params } from '#shared/home';
import { readBattery } from '#shared/interfaces/readings';
import type { Interface } from '#shared/interfaces/interface';
import { readFlag, readNumber, readText } from '#shared/read';

/** ZWave Device (document 2.5) [D]: the node's number in the radio network. */
export function readZWaveDevice(params: Params) {
  return { nodeId: readNumber(params['nodeId']) };
}

/** Multichannel Endpoint (document 2.5) [D]: its own number, and the id of the device that it is a part of. */
export function readMultichannelEndpoint(params: Params) {
  return {
    endpointId: readNumber(params['endpointId']),
    parentDeviceId: readNumber(params['parentDeviceId'])
  };
}

/** Version (document 2.5) [D]: the firmware version as text, such as `2.7`; undefined if unknown. */
export function readVersion(params: Params) {
  const version = params['firmwareVersion'];
  const numbers = Array.isArray(version) ? version.map(readNumber).filter((part) => part !== undefined) : [];
  return { firmware: numbers.length > 0 ? numbers.join('.') : readText(version) };
}

/** Association (document 2.5) [D]: the number of groups. The document does not show their content. */
export function readAssociation(params: Params) {
  return {
    groupsCount: readNumber(params['groupsCount']),
    isMultichannel: readFlag(params['multichannelSupported'])
  };
}

/** Reads an interface without parameters. */
const nothing = () => ({});

/** The interfaces that have readings or no parameters at all, and no commands. */
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
