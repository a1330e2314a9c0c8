import { number, percent } from '$lib/words/number';
import { age } from '$lib/words/time';
import { say } from '$lib/words/words.svelte';
import type { Device } from '#shared/home';
import {
  readAssociation,
  readBattery,
  readMultichannelEndpoint,
  readVersion,
  readZWaveDevice
} from '#shared/interfaces/facts';

/** One line of what is known about a device. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/**
 * What is known about a device beside its state; what is not known is left out. Reads reactive state (the language).
 * @param now ms since the epoch
 */
export function factsOf(
  { id, type, role, interfaces, params, last_online }: Device,
  now: number
): readonly Fact[] {
  const plain = (value: number | undefined) =>
    value === undefined ? undefined : number(value).replaceAll(/\s/g, '');
  const { percent: charge } = readBattery(params);
  const lines: readonly (readonly [label: string, text: string | undefined])[] = [
    [say('sheet.battery'), charge === undefined ? undefined : percent(charge)],
    [say('sheet.lastSeen'), last_online === null ? undefined : age(last_online * 1000, now)],
    [say('sheet.type'), type],
    [say('sheet.role'), role],
    [say('sheet.interfaces'), interfaces.join(', ')],
    [say('sheet.node'), plain(readZWaveDevice(params).nodeId)],
    [say('sheet.endpoint'), plain(readMultichannelEndpoint(params).endpointId)],
    [say('sheet.firmware'), readVersion(params).firmware],
    [say('sheet.associations'), plain(readAssociation(params).groupsCount)],
    [say('sheet.id'), String(id)]
  ];
  return lines.flatMap(([label, text]) => (text ? [{ label, text }] : []));
}
