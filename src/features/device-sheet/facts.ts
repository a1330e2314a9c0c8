import { percent } from '$lib/i18n/number';
import { age } from '$lib/i18n/time';
import { say } from '$lib/i18n/i18n.svelte';
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

/** A device and what it is called, here and there. */
export interface Subject {
  /** As the controller tells it: what is under way, and the household's own words, are no facts. */
  readonly device: Device;
  /** What the household calls it. */
  readonly name: string;
  readonly room: string;
}

/**
 * What is known about a device beside its state; what is not known is left out. Reads reactive state (the language).
 * @param now ms since the epoch
 */
export function factsOf({ device, name, room }: Subject, now: number): readonly Fact[] {
  const { id, type, role, interfaces, params, last_online } = device;
  const plain = (value: number | undefined) => (value === undefined ? undefined : String(value));
  const { percent: charge } = readBattery(params);
  const endpoint = readMultichannelEndpoint(params);
  const lines: readonly (readonly [label: string, text: string | undefined])[] = [
    [say('sheet.toldName'), device.name === name ? undefined : device.name],
    [say('sheet.room'), room],
    [say('sheet.battery'), charge === undefined ? undefined : percent(charge)],
    [say('sheet.lastSeen'), last_online === null ? undefined : age(last_online * 1000, now)],
    [say('sheet.type'), type],
    [say('sheet.role'), role],
    [say('sheet.interfaces'), interfaces.join(', ')],
    [say('sheet.node'), plain(readZWaveDevice(params).nodeId)],
    [say('sheet.endpoint'), plain(endpoint.endpointId)],
    [say('sheet.parent'), plain(endpoint.parentDeviceId)],
    [say('sheet.firmware'), readVersion(params).firmware],
    [say('sheet.associations'), plain(readAssociation(params).groupsCount)],
    [say('sheet.id'), String(id)]
  ];
  return lines.flatMap(([label, text]) => (text ? [{ label, text }] : []));
}
