import type { Params } from '#shared/home';
import { readLevel } from '#shared/interfaces/level';
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

/** How far a thermostat's valve is open [A], as a level from 0 to 99; undefined if unknown. It regulates that itself. */
export function readValve(params: Params) {
  return { position: readLevel({ Level: params['valvePosition'] }) };
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
