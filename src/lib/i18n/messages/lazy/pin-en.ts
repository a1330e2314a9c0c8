import type { Message } from '../../message';

/** The words of a tablet's PIN, in English. */
export const pin = {
  'pin.title': 'Enter the PIN',
  'pin.field': 'PIN',
  'pin.pad': 'Number pad',
  'pin.erase': 'Delete the last digit',
  'pin.length': '{min} to {max} digits',
  'pin.unlock': 'Unlock',
  'pin.forgotten': 'Forgot it? Someone who manages this home can remove it on their phone.',
  'pin.needsServer': 'This needs the Mantel server.',
  'pin.needsServerHint': 'The server checks the PIN. Try again once you’re back online.',
  'pin.heading': 'PIN for this tablet',
  'pin.why': 'Settings, editing and signing out then need the PIN. Lights and shutters don’t.',
  'pin.isSet': 'Settings, editing and signing out need the PIN. It unlocks them for 5 minutes.',
  'pin.limits':
    'A PIN can’t stop anyone from closing Mantel or using the browser’s menus. For that, use Guided Access (iPad) or app pinning (Android).',
  'pin.set': 'Set a PIN',
  'pin.change': 'Change the PIN',
  'pin.remove': 'Remove the PIN',
  'pin.lockNow': 'Lock now',
  'pin.new': 'New PIN',
  'pin.next': 'Next',
  'pin.again': 'Repeat the new PIN',
  'pin.different': 'The PINs are different. Try again.',
  'pin.mark': 'Has a PIN',
  'pin.reset': 'Remove the PIN of {name}',
  'pin.resetDone': 'The PIN of “{name}” is removed'
} as const satisfies Record<string, Message>;
