import type { Message } from '../message';

/**
 * The words, in English: the source that other languages follow (a missing key elsewhere is a type error).
 * Grouped by screen; within a screen in the order of reading. `{count}` chooses the plural form.
 */
export const en = {
  // Everywhere
  'app.name': 'Mantel',
  'app.back': 'Back',
  'app.loading': 'Loading…',
  'app.search': 'Search',
  'app.settings': 'Settings',

  // The link to the home
  'link.live': 'Live',
  'link.reconnecting': 'Reconnecting…',
  'link.offline': 'Offline',
  'link.controllerUnreachable': 'Controller unreachable',
  'link.signedOut': 'Signed out',

  // What a value is at the moment
  'value.unavailable': 'Unavailable',
  'value.unknown': 'Unknown',
  'value.asOf': 'as of {age}',
  'value.none': 'No value yet',

  // Time
  'age.now': 'a moment ago',
  'age.ago': '{duration} ago',
  'age.never': 'never',

  // What devices show
  'device.on': 'On',
  'device.off': 'Off',
  'device.open': 'Open',
  'device.closed': 'Closed',
  'device.openPercent': 'Open {percent}',
  'device.idle': 'Idle',
  'device.heating': 'Heating',
  'device.cooling': 'Cooling',
  'device.armed': 'Armed',
  'device.motion': 'Motion',
  'device.noMotion': 'No motion',
  'device.smoke': 'Smoke!',
  'device.noSmoke': 'No smoke',
  'device.leak': 'Water leak!',
  'device.noLeak': 'Dry',
  'device.tripped': 'Triggered',
  'device.notTripped': 'Quiet',
  'device.locked': 'Locked',
  'device.unlocked': 'Unlocked',
  'device.gateway': 'Gateway',
  'device.nothingKnown': 'Unknown to this version of Mantel',

  // Modes of a thermostat; a mode that is not here is shown as the controller names it
  'mode.Off': 'Off',
  'mode.Heat': 'Heat',
  'mode.Cool': 'Cool',
  'mode.Auto': 'Auto',

  // Connect
  'connect.title': 'Find your home',

  // Home
  'home.title': 'Home',
  'home.favourites': 'Favourites',
  'home.sections': 'Sections',
  'home.noSection': 'Other rooms',
  'home.noRoom': 'No room',
  'home.empty': 'No rooms yet',
  'home.emptyHint': 'Make rooms in the controller’s own app: they appear here by themselves.',
  'home.lightsOn': { one: '{count} light on', other: '{count} lights on' },
  'home.switchesOn': { one: '{count} switch on', other: '{count} switches on' },
  'home.doorsOpen': { one: '{count} door or window open', other: '{count} doors and windows open' },
  'home.openNamed': '{name} open',
  'home.alarmNamed': '{name}: {state}',
  'home.shuttersOpen': { one: '{count} shutter open', other: '{count} shutters open' },
  'home.alarms': { one: '{count} alarm', other: '{count} alarms' },
  'home.unreachable': { one: '{count} device unreachable', other: '{count} devices unreachable' },

  // Room
  'room.temperature': 'Temperature',
  'room.humidity': 'Humidity',
  'room.luminosity': 'Light',
  'room.shutters': 'Shutters',

  // Search
  'search.rooms': 'Rooms',

  // Errors: what happened, and what to do next
  'error.offline': 'No connection to Mantel’s proxy. Nothing was sent. Try again when it is back.',
  'error.unknown': 'Something unexpected happened. Try again.'
} as const satisfies Record<string, Message>;
