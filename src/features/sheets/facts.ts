import { isRecord, type Device, type Params } from '#shared/home';
import {
  readAssociation,
  readMultichannelEndpoint,
  readValve,
  readVersion,
  readZWaveDevice
} from '#shared/interfaces/facts';
import { percentOf } from '#shared/interfaces/level';
import { reportedTime, type ControllerClock } from '#shared/reported-time';
import { t } from '$lib/i18n/i18n.svelte';
import { percent } from '$lib/i18n/number';
import { chargeText } from '$lib/kinds/battery';
import { conditionsText } from '$lib/kinds/conditions';
import { reportedAge } from '$lib/kinds/reported-age';

/** A labelled fact about a device. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  /** Whether only somebody who looks for a fault needs it. */
  readonly isTechnical: boolean;
}

/** A device with its names. */
export interface Subject {
  /** As the controller reports it, without pending commands and the household's layout. */
  readonly device: Device;
  /** The name in the household's layout. */
  readonly name: string;
  readonly room: string;
  /** The devices for which its tile stands too. */
  readonly companions?: readonly Device[];
}

/**
 * Returns the facts about a device besides its state: first those for everybody, then the technical ones. Unknown ones
 * are left out, and so is a node number that is also the device's id. Reactive (language).
 * @param now ms since the epoch
 */
export function factsOf(
  { device, name, room, companions = [] }: Subject,
  clock: ControllerClock,
  now: number
): Fact[] {
  const { id, type, role, interfaces, params, last_online } = device;
  const plain = (value: number | undefined) => (value === undefined ? undefined : String(value));
  const endpoint = readMultichannelEndpoint(params);
  const { nodeId } = readZWaveDevice(params);
  const { position: valve } = readValve(params);
  const lastSeen = reportedTime(last_online, clock, now);
  type Lines = readonly (readonly [label: string, text: string | undefined])[];
  const everybodys: Lines = [
    [t('sheet.room'), room],
    [t('sheet.condition'), conditionsText([device, ...companions])],
    [
      t('sheet.valve'),
      valve === undefined ? undefined : t('device.openPercent', { percent: percent(percentOf(valve)) })
    ],
    [t('sheet.battery'), chargeText(params)],
    [t('sheet.lastSeen'), lastSeen === undefined ? undefined : reportedAge(lastSeen, clock, now)]
  ];
  const technical: Lines = [
    [t('sheet.toldName'), device.name === name ? undefined : device.name],
    [t('sheet.type'), type],
    [t('sheet.role'), role],
    [t('sheet.interfaces'), interfaces.join(', ')],
    [t('sheet.node'), nodeId === id ? undefined : plain(nodeId)],
    [t('sheet.endpoint'), plain(endpoint.endpointId)],
    [t('sheet.parent'), plain(endpoint.parentDeviceId)],
    [t('sheet.firmware'), readVersion(params).firmware],
    [t('sheet.associations'), plain(readAssociation(params).groupsCount)],
    [t('sheet.id'), String(id)]
  ];
  const known = (lines: Lines, isTechnical: boolean) =>
    lines.flatMap(([label, text]) => (text ? [{ label, text, isTechnical }] : []));
  return [...known(everybodys, false), ...known(technical, true)];
}

/** Matches the names of parameters that may be secret: a lock may have its codes there. */
const SECRET = /pass|pin|code|secret|token|key|credential/i;

/** The text that replaces a secret. */
const LEFT_OUT = '(left out)';

/**
 * Formats the facts about a device as plain text, for a support request: one line each, then the parameters as the
 * controller reported them. It contains no notes, and no parameters with a name like a secret.
 * @param heading the first lines: the name, the version, the time
 */
export function factsText(heading: readonly string[], facts: readonly Fact[], params: Params): string {
  const lines = facts.map(({ label, text }) => `${label}: ${text}`);
  return [...heading, ...lines, JSON.stringify(withoutSecrets(params), null, 2)].join('\n');
}

/** Replaces the members of a JSON value whose names look like a secret, at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isRecord(value)) return value;
  const shown = (name: string) => (SECRET.test(name) ? LEFT_OUT : withoutSecrets(value[name]));
  return Object.fromEntries(Object.keys(value).map((name) => [name, shown(name)]));
}
