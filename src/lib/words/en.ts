import type { Message } from './message';

/**
 * The words, in English: the source that other languages follow (a missing key elsewhere is a type error).
 * Grouped by screen; within a screen in the order of reading. `{count}` chooses the plural form.
 */
export const en = {
  // Everywhere
  'app.name': 'Mantel',
  'app.back': 'Back',
  'app.cancel': 'Cancel',
  'app.close': 'Close',
  'app.loading': 'Loading…',
  'app.remove': 'Remove',
  'app.retry': 'Retry',
  'app.save': 'Save',
  'app.search': 'Search',
  'app.settings': 'Settings',
  'app.undo': 'Undo',
  'app.updateReady': 'A new version is ready',
  'app.updateNow': 'Reload',

  // The link to the home
  'link.live': 'Live',
  'link.reconnecting': 'Reconnecting…',
  'link.offline': 'Offline',
  'link.controllerUnreachable': 'Controller unreachable',
  'link.signedOut': 'Signed out',
  'link.offlineHint': 'You see the home as it was {age}. Controls work again when the connection is back.',
  'link.unreachableHint':
    'Mantel works, but the controller does not answer. Check its power and its network cable. Values are as of {age}.',
  'link.signedOutHint': 'The controller has ended the sign-in. Sign in again to control the home.',
  'link.signInAgain': 'Sign in again',
  'link.noStorage': 'This browser keeps nothing for later: the home is shown only while connected.',

  // What a value is at the moment
  'value.sending': 'Sending…',
  'value.moving': 'Moving…',
  'value.waiting': 'Waits for the device',
  'value.unconfirmed': 'Not confirmed',
  'value.failed': 'Failed',
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
  'device.opening': 'Opening',
  'device.closing': 'Closing',
  'device.openPercent': 'Open {percent}',
  'device.idle': 'Idle',
  'device.heating': 'Heating',
  'device.cooling': 'Cooling',
  'device.armed': 'Armed',
  'device.disarmed': 'Disarmed',
  'device.alarm': 'Alarm',
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
  'device.lastTrip': 'Last triggered {age}',
  'device.target': 'Target {value}',
  'device.gateway': 'Gateway',
  'device.nothingKnown': 'Unknown to this version of Mantel',

  // Modes of a thermostat; a mode that is not here is shown as the controller names it
  'mode.Off': 'Off',
  'mode.Heat': 'Heat',
  'mode.Cool': 'Cool',
  'mode.Auto': 'Auto',

  // Controls
  'control.details': 'Details of {name}',
  'control.open': 'Open',
  'control.stop': 'Stop',
  'control.close': 'Close',
  'control.on': 'On',
  'control.off': 'Off',
  'control.pulse': 'Pulse',
  'control.acknowledge': 'Acknowledge',
  'control.arm': 'Arm',
  'control.disarm': 'Disarm',
  'control.less': 'Lower {name}',
  'control.more': 'Raise {name}',
  'control.targetTemperature': '{name} target temperature',
  'control.mode': '{name} mode',
  'control.fan': 'Fan',
  'control.fanMode': '{name} fan mode',
  'control.setpoint': 'Target for {mode}',
  'control.colour': 'Colour of {name}',
  'control.degrees': '{value}°',

  // Colour components; Red, Green and Blue appear only where no full colour can be made of them
  'colour.hue': 'Hue',
  'colour.saturation': 'Saturation',
  'colour.Red': 'Red',
  'colour.Green': 'Green',
  'colour.Blue': 'Blue',
  'colour.WarmWhite': 'WarmWhite',
  'colour.ColdWhite': 'ColdWhite',
  'colour.Amber': 'Amber',
  'colour.Cyan': 'Cyan',
  'colour.Purple': 'Purple',
  'colour.Indexed': 'Indexed',

  // Connect
  'connect.title': 'Find your home',
  'connect.lead': 'Mantel looks for controllers on your network.',
  'connect.searching': 'Searching…',
  'connect.searchAgain': 'Search again',
  'connect.found': { one: '{count} controller found', other: '{count} controllers found' },
  'connect.none': 'No controller answered',
  'connect.noneHint':
    'Check that it has power and is on the same network, then search again or type its address.',
  'connect.known': 'Known from before',
  'connect.seen': 'Last seen {age}',
  'connect.demo': 'Demo home',
  'connect.demoHint': 'A whole home to try, without any hardware. User and password: demo.',
  'connect.byAddress': 'By address',
  'connect.address': 'Address',
  'connect.addressHint': 'For example 192.168.1.20',
  'connect.use': 'Continue',
  'connect.mac': 'MAC {mac}',
  'connect.changed': 'Is this your controller?',
  'connect.changedHint':
    'Another box answers at the address of “{name}”. Nothing was sent to it. Search again and choose yours.',

  // Sign-in
  'signIn.title': 'Sign in',
  'signIn.to': 'Sign in to {name}',
  'signIn.user': 'User name',
  'signIn.password': 'Password',
  'signIn.showTyped': 'Show what is typed',
  'signIn.screen': 'Name of this screen',
  'signIn.screenHint': 'So that you know it in the list of screens.',
  'signIn.screenDefault': '{browser} on {system}',
  'signIn.remember': 'Keep this screen signed in',
  'signIn.submit': 'Sign in',
  'signIn.signingIn': 'Signing in…',
  'signIn.other': 'Choose another controller',
  'signIn.passwordNote': 'The password goes to the controller and is not kept.',

  // Home
  'home.title': 'Home',
  'home.favourites': 'Favourites',
  'home.sections': 'Sections',
  'home.noSection': 'Other rooms',
  'home.noRoom': 'No room',
  'home.rooms': { one: '{count} room', other: '{count} rooms' },
  'home.empty': 'No rooms yet',
  'home.emptyHint': 'Make rooms in the controller’s own app: they appear here by themselves.',
  'home.lightsOn': { one: '{count} light on', other: '{count} lights on' },
  'home.switchesOn': { one: '{count} switch on', other: '{count} switches on' },
  'home.doorsOpen': { one: '{count} door or window open', other: '{count} doors and windows open' },
  'home.openNamed': '{name} open',
  'home.alarmNamed': '{name}: {state}',
  'home.shuttersOpen': { one: '{count} shutter open', other: '{count} shutters open' },
  'home.motion': { one: 'Motion in {count} place', other: 'Motion in {count} places' },
  'home.alarms': { one: '{count} alarm', other: '{count} alarms' },
  'home.unreachable': { one: '{count} device unreachable', other: '{count} devices unreachable' },

  // Room
  'room.readings': 'Readings',
  'room.temperature': 'Temperature',
  'room.humidity': 'Humidity',
  'room.luminosity': 'Light',
  'room.lights': 'Lights',
  'room.switches': 'Switches',
  'room.shutters': 'Shutters',
  'room.climate': 'Climate',
  'room.sensors': 'Sensors',
  'room.others': 'Others',
  'room.look': 'Name and icon of {name}',
  'room.allLightsOff': 'All lights off',
  'room.openShutters': 'Open all shutters',
  'room.stopShutters': 'Stop all shutters',
  'room.closeShutters': 'Close all shutters',
  'room.empty': 'No devices in this room',
  'room.emptyHint': 'Move devices here in the controller’s own app.',
  'room.gone': 'This room is no longer there',
  'room.goneHint': 'It may have been removed or renamed on the controller.',

  // Device sheet
  'sheet.done': 'Done',

  // Search
  'search.title': 'Search',
  'search.rooms': 'Rooms',
  'search.devices': 'Devices',

  // Settings
  'settings.title': 'Settings',

  // Errors: what happened, and what to do next
  'error.wrong-credentials':
    'The controller does not know this user name and password. Check both and try again.',
  'error.wrong-code': 'This code is no longer good. Ask for a new one.',
  'error.too-many-attempts': 'Too many failed attempts. Wait {duration}, then try again.',
  'error.bad-address':
    'This is no address of a controller at home. Type it as four numbers, such as 192.168.1.20.',
  'error.controller-unreachable':
    'The controller does not answer. Check its power and network, then try again.',
  'error.controller-malformed':
    'Something answers at this address, but not as a controller does. Check the address, or restart the controller.',
  'error.controller-refused': 'The controller refused: {message}',
  'error.controller-busy': 'The controller is busy. Wait a moment, then try again.',
  'error.outcome-unknown': 'The answer was lost on the way. Look at the device before you try again.',
  'error.superseded': 'A newer command took its place.',
  'error.signed-out': 'The controller has ended the sign-in. Sign in again.',
  'error.not-signed-in': 'This screen is not signed in. Sign in first.',
  'error.forbidden': 'This screen may not do that. Sign in to this controller first.',
  'error.limited-screen': 'This screen’s rights do not reach so far.',
  'error.insecure-origin':
    'This connection is not secure. Install the certificate and use the https address.',
  'error.not-found': 'It is no longer there. Go back and look again.',
  'error.too-large': 'That is too much for one message. Send less.',
  'error.bad-request': 'The proxy did not understand this. Reload the page and try again.',
  'error.internal': 'Something went wrong in Mantel’s proxy. Try again; if it stays so, restart it.',
  'error.foreign-origin': 'This page is not Mantel’s own. Open Mantel at its own address.',
  'error.foreign-host':
    'Mantel does not know this address as its own. Use one of those that it printed at its start.',
  'error.method-not-allowed': 'The proxy does not do this. Reload the page and try again.',
  'error.unsupported-media-type': 'The proxy did not understand this. Reload the page and try again.',
  'error.headers-too-large': 'The browser sent too much. Clear this site’s cookies and try again.',
  'error.too-many-commands': 'Too many commands at once. Wait a moment, then try again.',
  'error.offline': 'No connection to Mantel’s proxy. Nothing was sent. Try again when it is back.',
  'error.unconfirmed': 'The device did not report the change. It may be slow, or out of reach.',
  'error.dead': 'The radio does not reach this device. Check its power or battery.',
  'error.unknown': 'Something unexpected happened. Try again.',
  'error.pageTitle': 'This page does not exist',
  'error.pageHint': 'The address may be old. Start again from the home.',
  'error.goHome': 'Go to the home'
} as const satisfies Record<string, Message>;
