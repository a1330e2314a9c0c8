import type { Device, SirenOrValve } from '#shared/home';
import { LAMP_TYPES, UNKNOWN_LOAD } from '#shared/lamp-types';
import { isLock } from '#shared/lock';
import { memoize, phraseOf } from '#shared/words';

// Programs join words too: `watervalve`.
const SIRENS = /siren|\bstrobes?\b/;
const VALVES = /valves?\b|shut ?off\b|\b(water|gas) main\b/;
/** Words beside which a valve heats or airs a room, and of plugs that shut themselves off. */
const OTHER_VALVES =
  /radiator|thermo|heat|trv|\b(air|vent|ventilation|mixing)(valves?)?\b|floor ?valve|\b(plug|outlet|socket)\b/;

/** Returns what a phrase names, as `phraseOf` writes it, such as that of a product's label; `other` for none of them. */
export function sirenOrValveNamed(phrase: string): SirenOrValve | 'other' {
  if (SIRENS.test(phrase)) return 'siren';
  return VALVES.test(phrase) && !OTHER_VALVES.test(phrase) ? 'valve' : 'other';
}

/** The same of a type, a role, an icon or an interface. */
const sirenOrValveIn = memoize((name) => sirenOrValveNamed(phraseOf(name)));

/** Whether a device can ask by itself: it can be switched or moved, and is neither a lock nor a thermostat. */
export const mayBeSensitive = (device: Device): boolean =>
  device.interfaces.some((name) => ['SwitchBinary', 'SwitchMultilevel', 'Shutter'].includes(name)) &&
  !device.interfaces.some((name) => name.startsWith('Thermostat')) &&
  !isLock(device);

/**
 * Returns whether a device is a siren (or a strobe) or a valve of water or gas: by its type, its role, its icon, or an interface, which also
 * tells the label of its product. Never by its name: "Siren lamp" is a lamp.
 */
export function sirenOrValveOf(device: Device): SirenOrValve | undefined {
  if (!mayBeSensitive(device)) return undefined;
  const { type, role, icon, interfaces, sirenOrValve } = device;
  if (sirenOrValve) return sirenOrValve;
  const isLampType = LAMP_TYPES.includes(type);
  // A lamp with colours may chime and have any icon. What is a siren by its type or role sounds all the same.
  const hasColour = interfaces.includes('SwitchColor') && !interfaces.includes(UNKNOWN_LOAD);
  const names = [
    ...(isLampType ? [] : [type, role]),
    ...(isLampType || hasColour ? [] : [icon]),
    ...(hasColour ? [] : interfaces)
  ];
  const found = names.map(sirenOrValveIn);
  return found.find((each) => each === 'siren') ?? found.find((each) => each === 'valve');
}
