import type { Tone } from '$lib/components/tone';
import { isActive } from './active';
import { isAlarm } from './meaning';
import type { Device } from '#shared/home';
import { readSensorBinary } from '#shared/interfaces/readings';
import { readThermostatOperatingState } from '#shared/interfaces/thermostat-operating-state';
import { mainControlOf } from '#shared/kinds';

/** Returns the tone of a device's tile. */
export function toneOf(device: Device): Tone {
  const tone = ownToneOf(device);
  return device.alive || tone === 'alarm' ? tone : 'dead';
}

function ownToneOf(device: Device): Tone {
  const control = mainControlOf(device);
  if (control === 'contact') {
    if (isAlarm(device)) return 'alarm';
    if (readSensorBinary(device.params).isArmed === true) return 'armed';
  }
  if (!isActive(device)) return 'neutral';
  if (control === 'shutter') return 'shutter';
  if (control !== 'climate') return 'on';
  return readThermostatOperatingState(device.params).state === 'Heating' ? 'heating' : 'cooling';
}
