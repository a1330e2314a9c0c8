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
  'link.controllerUnreachable': 'Controller not responding',
  'link.signedOut': 'Signed out',

  // What a value is at the moment
  'value.unavailable': 'Not responding',
  'value.unknown': 'Unknown',
  'value.asOf': 'as of {age}',
  'value.none': 'No reading yet',

  // Time
  'age.now': 'just now',
  'age.ago': '{duration} ago',
  'age.never': 'never',

  // What devices show
  'device.on': 'On',
  'device.off': 'Off',
  'device.open': 'Open',
  'device.closed': 'Closed',
  'device.openPercent': '{percent} open',
  'device.idle': 'Idle',
  'device.heating': 'Heating',
  'device.cooling': 'Cooling',
  'device.armed': 'Armed',
  'device.motion': 'Motion',
  'device.noMotion': 'No motion',
  'device.smoke': 'Smoke detected',
  'device.noSmoke': 'No smoke',
  'device.leak': 'Water leak',
  'device.noLeak': 'Dry',
  'device.tripped': 'Triggered',
  'device.notTripped': 'Clear',
  'device.locked': 'Locked',
  'device.unlocked': 'Unlocked',
  'device.gateway': 'Gateway',
  'device.nothingKnown': 'Not supported yet',

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
  'home.sections': 'Floors and areas',
  'home.noSection': 'Other rooms',
  'home.noRoom': 'Not in a room',
  'home.empty': 'No rooms yet',
  'home.emptyHint': 'Add rooms in your controller’s app. They’ll appear here.',
  'home.lightsOn': { one: '{count} light on', other: '{count} lights on' },
  'home.switchesOn': { one: '{count} switch on', other: '{count} switches on' },
  'home.doorsOpen': '{count} open',
  'home.openNamed': '{name} open',
  'home.alarmNamed': '{name}: {state}',
  'home.shuttersOpen': { one: '{count} shutter open', other: '{count} shutters open' },
  'home.alarms': { one: '{count} alarm', other: '{count} alarms' },
  'home.unreachable': { one: '{count} not responding', other: '{count} not responding' },

  // Room
  'room.temperature': 'Temperature',
  'room.humidity': 'Humidity',
  'room.luminosity': 'Light',
  'room.shutters': 'Shutters',

  // Search
  'search.rooms': 'Rooms',

  // Errors: what happened, and what to do next
  'error.offline': 'No connection, so nothing was sent.',
  'error.unknown': 'Something went wrong. Try again.'
} as const satisfies Record<string, Message>;
