import { percent } from '$lib/i18n/number';
import { age } from '$lib/i18n/age';
import { t } from '$lib/i18n/i18n.svelte';
import type { Device } from '#shared/home';
import {
  readAssociation,
  readBattery,
  readMultichannelEndpoint,
  readVersion,
  readZWaveDevice
} from '#shared/interfaces/facts';

/** A labelled fact about a device. */
export interface Fact {
  readonly label: string;
  readonly text: string;
}

/** A device with its names. */
export interface Subject {
  /** As the controller reports it, without pending commands and the household's layout. */
  readonly device: Device;
  /** The name in the household's layout. */
  readonly name: string;
  readonly room: string;
}

/**
 * Returns the facts about a device besides its state. Unknown ones are left out. Reactive (language).
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
