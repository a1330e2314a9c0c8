import type { Message } from '../message';

/**
 * The words, in English: the source that other languages follow (a missing key elsewhere is a type error).
 * Grouped by screen; within a screen in the order of reading. `{count}` chooses the plural form.
 */
export const first = {
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
  'value.asOf': 'as of {time}',

  // Connect
  'connect.title': 'Find your home',
  'connect.what': 'A remote for your home.',

  // Home
  'home.title': 'Home',
  'home.favourites': 'Favourites',
  'home.shortcuts': 'Scenes and favourites',
  'home.noShortcuts': 'Keep a room as a scene, or tap the star in a device’s details.',
  'home.all': 'All {count}',
  'home.fewer': 'Fewer',
  'scene.new': 'New scene',
  'home.sections': 'Floors and areas',
  'home.noSection': 'Other rooms',
  'home.noRoom': 'Not in a room',
  'home.noLights': 'No lights on',
  'home.lightsOn': { one: '{count} light on', other: '{count} lights on' },
  'home.switchesOn': { one: '{count} switch on', other: '{count} switches on' },
  'home.doorsOpen': '{count} open',
  'home.allClosed': 'All closed',
  'home.wereClosed': 'Closed',
  'home.unknown': '{count} unknown',
  'home.unknownDoors': {
    one: '{unknown} of {count} door unknown',
    other: '{unknown} of {count} doors unknown'
  },
  'home.unknownLights': {
    one: '{unknown} of {count} light unknown',
    other: '{unknown} of {count} lights unknown'
  },
  'home.unknownShutters': {
    one: '{unknown} of {count} shutter unknown',
    other: '{unknown} of {count} shutters unknown'
  },
  'home.inYourRoom': 'In your room: {what}',
  'home.inYourRooms': 'In your rooms: {what}',
  'home.leftOpen': 'Left open {duration}',
  'home.openNamed': '{name} open',
  'home.alarmNamed': 'Alarm: {name}',
  'home.tripped': { one: '{count} sensor triggered', other: '{count} sensors triggered' },
  'home.trippedNamed': '{name} triggered',
  'home.shuttersClosed': 'Shutters closed',
  'home.shuttersOpen': { one: '{count} shutter open', other: '{count} shutters open' },
  'home.then': '{what} at {time}',
  'home.alarms': { one: '{count} alarm', other: '{count} alarms' },
  'home.batteriesLow': { one: '{count} battery low', other: '{count} batteries low' },
  'home.devicesFine': 'Devices OK',
  'home.silent': '{count} silent for a day',
  'home.attention': { one: '{count} needs attention', other: '{count} need attention' },
  'home.leaving': 'Leaving',
  'homes.title': 'Homes',
  'home.unreachable': '{count} not responding',

  // Room
  'room.temperature': 'Temperature',
  'room.humidity': 'Humidity',
  'room.luminosity': 'Light',
  'lights.inRoom': 'Lights in {room}',

  // Search
  'search.rooms': 'Rooms',

  // Errors: what happened, and what to do next
  'error.offline': 'No connection, so nothing was sent.',
  'error.unknown': 'Something went wrong. Try again.'
} as const satisfies Record<string, Message>;
