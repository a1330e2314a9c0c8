import { phraseOf } from '#shared/words';
import type { NodeState } from './protocol';

/** A device class of Z-Wave; null for none. */
type DeviceClass = NodeState['deviceClass'];

/**
 * The words of the label and the description of a node's product, as `phraseOf` writes them. What the household calls the node says nothing:
 * "Pump room light" is a lamp. It is read word by word: of a long text `phraseOf` reads only the beginning.
 */
export const productPhraseOf = ({ deviceConfig, label }: NodeState): string =>
  [deviceConfig.label, deviceConfig.description, label]
    .flatMap((text) => text.split(/\s+/))
    .map(phraseOf)
    .filter((phrase) => phrase !== '')
    .join(' ');

/** The device class of an endpoint: its own, else that of the node. */
export const deviceClassOf = (node: NodeState, endpoint: number): DeviceClass =>
  node.endpoints.find(({ index }) => index === endpoint)?.deviceClass ?? node.deviceClass;

/** The device classes of a node and its endpoints. */
export const deviceClassesOf = ({ deviceClass, endpoints }: NodeState): readonly DeviceClass[] => [
  deviceClass,
  ...endpoints.map((endpoint) => endpoint.deviceClass)
];

/** The command classes that a node has at any of its endpoints. */
export const commandClassesOf = ({ endpoints, values }: NodeState): readonly number[] => [
  ...endpoints.flatMap(({ commandClasses }) => commandClasses.map(({ id }) => id)),
  ...values.map(({ commandClass }) => commandClass)
];
