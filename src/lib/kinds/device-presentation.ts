import { isTripped } from '#shared/hazards';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { readSensorMultilevel } from '#shared/interfaces/sensor-multilevel';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { kindOf, mainControlOf } from '#shared/kinds';
import { isLock } from '#shared/lock';
import { isAlarm, meaningOf } from '#shared/meaning';
import { sensitiveKindOf } from '#shared/sensitive';
import type { Tone } from '$lib/components/tone';
import { isActive, isLocked } from './active';
import { detectorSummary, summaryOf } from './control-summary';
import { ICONS, DEVICE_ICONS_BY_NAME, type DeviceIcon, type IconName } from './device-icons';
import { nameOf } from './device-name';
import { findByName } from './icon-name';
import type { Surroundings } from './surroundings';
import { isUnguarded } from './unguarded';

/** How a device is shown: the same on tiles, in lists and on its sheet. */
export interface DevicePresentation {
  readonly name: string;
  /** Path data (`d`) in a 24 × 24 box. */
  readonly icon: string;
  readonly tone: Tone;
  /** Its state in one line. */
  readonly summary: string;
}

/**
 * Returns the presentation of a device. Reactive (language).
 * @param around see `surroundingsOf`
 * @param detectors the sensors of other hazards for which its tile stands too: it is tripped if any of them is
 */
export function presentDevice(
  device: Device,
  around?: Surroundings,
  detectors: readonly Device[] = []
): DevicePresentation {
  const all = [device, ...detectors];
  const loudest = all.find(isAlarm) ?? all.find(isTripped) ?? device;
  return {
    name: nameOf(device),
    icon: iconOf(loudest),
    tone: toneOf(loudest),
    summary: detectors.length > 0 ? detectorSummary(all) : summaryOf(device, around)
  };
}

/** Returns a device's icon: by the controller's icon name, by what it measures or detects, or by its kind. */
function iconOf(device: Device): string {
  const named = findByName(DEVICE_ICONS_BY_NAME, device.icon || (sensitiveKindOf(device) ?? ''));
  const icon = named && isHonest(named, device) ? named : ICONS[ownIconOf(device)];
  return isActive(device) ? icon.active : icon.rest;
}

function ownIconOf(device: Device): IconName {
  const kind = kindOf(device).icon;
  switch (mainControlOf(device)) {
    case 'contact':
      return meaningOf(device).detected;
    case 'measurement': {
      const { quantity } = readSensorMultilevel(device.params);
      return quantity === 'other' ? kind : quantity;
    }
    case 'fan':
      return 'fan';
    case 'lock':
      return device.alive && isLocked(device) !== undefined ? 'lock' : 'key';
    default:
      return sensitiveKindOf(device) === 'entrance' ? 'gate' : kind;
  }
}

/**
 * Whether an icon is allowed for a device. An icon with a closed form must not be shown for a lock whose state is
 * unknown.
 */
function isHonest({ rest, active }: DeviceIcon, device: Device): boolean {
  return !isLock(device) || rest === active || (device.alive && isLocked(device) !== undefined);
}

/** Returns the tone of a device's tile. */
function toneOf(device: Device): Tone {
  const tone = ownToneOf(device);
  return device.alive || tone === 'alarm' ? tone : 'dead';
}

function ownToneOf(device: Device): Tone {
  const control = mainControlOf(device);
  if (control === 'contact') {
    if (isAlarm(device)) return 'alarm';
    if (readSensorBinary(device.params).isArmed === true && !isUnguarded(device)) return 'armed';
  }
  if (!isActive(device)) return 'neutral';
  if (control === 'shutter') return 'shutter';
  if (control !== 'climate') return 'on';
  return readThermostatOperatingState(device.params).state === 'Heating' ? 'heating' : 'cooling';
}
