import { percent } from '$lib/i18n/number';
import { age } from '$lib/i18n/time';
import { t } from '$lib/i18n/i18n.svelte';
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
    [t('sheet.toldName'), device.name === name ? undefined : device.name],
    [t('sheet.room'), room],
    [t('sheet.battery'), charge === undefined ? undefined : percent(charge)],
    [t('sheet.lastSeen'), last_online === null ? undefined : age(last_online * 1000, now)],
    [t('sheet.type'), type],
    [t('sheet.role'), role],
    [t('sheet.interfaces'), interfaces.join(', ')],
    [t('sheet.node'), plain(readZWaveDevice(params).nodeId)],
    [t('sheet.endpoint'), plain(endpoint.endpointId)],
    [t('sheet.parent'), plain(endpoint.parentDeviceId)],
    [t('sheet.firmware'), readVersion(params).firmware],
    [t('sheet.associations'), plain(readAssociation(params).groupsCount)],
    [t('sheet.id'), String(id)]
  ];
  return lines.flatMap(([label, text]) => (text ? [{ label, text }] : []));
}
