import type { Message } from '../../message';

/** The words of all other pages, in English. */
export const pages = {
  // Connect: a search that found nothing
  'connect.noNetwork': 'The box is in no home network: check its cable or its Wi-Fi.',
  'connect.container':
    'Mantel runs in a container. Where that has a network of its own, no search leaves it: start it with the host’s network.',
  'connect.wsl':
    'Mantel runs in WSL. Where that has a network of its own, no search leaves it: set networkingMode=mirrored in .wslconfig.',
  'connect.severalNetworks':
    'The box is in several networks. The controller must be in one of them; a guest network often keeps devices apart.',
  'connect.noneHint':
    'Check that it has power and is on the same network, then search again or type its address.',
  'connect.sweep': 'Ask each address',
  'connect.sweepHint':
    'For networks that let no broadcast pass: Mantel asks every address of your network by itself, for three seconds.',

  // Connect: a home that has its people, for who is not one of them yet
  'closed.lead': 'This home is already set up. Here’s how to get back in.',
  'closed.limited': 'This phone can’t add a controller. Ask someone who manages this home.',
  'closed.password': 'With your password',
  'closed.passwordHint': 'Choose your controller, then sign in.',
  'closed.noneKnown': 'Mantel has lost track of your controller. Use a setup code.',
  'closed.unnamed': 'Your controller',
  'closed.phone': 'From another phone or tablet',
  'closed.phoneHint': 'Any phone with full access can let you in.',
  'closed.pair': 'Let this phone in from another one',
  'closed.code': 'None of these work? Use a setup code',
  'closed.codeLead':
    'A setup code lets you add or move a controller. Make one on the Mantel server, in its folder:',
  'closed.codeOwner':
    'Run it as the user who owns Mantel’s data folder. If you start Mantel with --data-dir, add that too.',
  'closed.codeNoShell': 'No command line there? Start Mantel with one of these. It then prints a code.',
  'closed.codeField': 'Setup code',
  'closed.codeHint': '12 letters and digits. It works once, for 15 minutes.',
  'closed.codeUse': 'Use this code',
  'closed.copy': 'Copy {text}',
  'closed.startOver': 'Last resort: with an empty data folder, Mantel starts from scratch.',
  'closed.accepted': 'Setup code accepted',
  'closed.acceptedHint': 'Add your controller, or say where it is now. The code works once.',
  'closed.known': 'Already set up',
  'closed.inDemo': 'You’re in the demo home. Your own controller can’t be part of it.',
  'closed.leaveDemo': 'Leave the demo home and connect your controller',
  'signIn.moved': 'It has a new address',
  'signIn.movedHint': 'Only if your controller moved. Mantel checks that it’s the same home.',
  'signIn.newHome': 'Sign in to it as a new home',
  'signIn.newHomeHint': 'Is it a new controller? Go back and use a setup code.',

  // Room
  'room.lights': 'Lights',
  'room.switches': 'Switches',
  'room.climate': 'Climate',
  'room.sensors': 'Sensors',
  'room.others': 'Others',
  'room.appearance': 'Name and icon of {name}',
  'room.allLightsOff': 'All lights off',
  'room.openShutters': 'Open all shutters',
  'room.stopShutters': 'Stop all shutters',
  'room.readings': 'Readings',
  'room.closeShutters': 'Close all shutters',
  'room.order': 'Order of devices',
  'room.orderReset': 'As the controller has it',
  'room.empty': 'No devices in this room',
  'room.emptyHint': 'Move devices here in the controller’s own app.',
  'room.gone': 'This room is no longer there',
  'room.goneHint': 'It may have been removed or renamed on the controller.',

  // A broken link: what it means, and what to do
  'link.offlineHint': 'You see the home as it was {age}. Controls work again when the connection is back.',
  'link.unreachableHint':
    'Mantel works, but the controller does not answer. Check its power and its network cable. Values are as of {age}.',
  'link.signedOutHint': 'The controller has ended the sign-in. Sign in again to control the home.',
  'link.signInAgain': 'Sign in again',
  'link.noStorage': 'This browser keeps nothing for later: the home is shown only while connected.',

  // Another device in the place of the home's controller
  'changed.title': 'Another device answers at the controller’s address',
  'changed.text': 'Values are as of {age}.',
  'changed.moved': 'If your controller moved:',
  'changed.settings': 'Settings → My controller has a new address',

  // A controller at a new address
  'moved.title': 'My controller has a new address',
  'moved.lead': 'Mantel checks that it’s the same home before it uses the address.',
  'moved.address': 'New address',
  'moved.use': 'Use this address',
  'moved.checking': 'Checking…',
  'moved.passwordOf': 'The controller’s password for “{user}”',
  'moved.done': 'Your controller is at {address} now.',
  'moved.question': 'Is this your controller?',
  'moved.candidate': '{name} at {address}',
  'moved.yes': 'Yes, use it',
  'moved.askManager': 'Ask someone who manages this home.',

  // Errors: what happened, and what to do next
  'error.pageTitle': 'This page does not exist',
  'error.pageHint': 'The address may be old. Start again from the home.',
  'error.goHome': 'Go to the home',
  'error.wrong-credentials':
    'The controller does not know this user name and password. Check both and try again.',
  'error.wrong-setup-code':
    'This setup code is not valid. It works once, for 15 minutes: make a new one on the Mantel box.',
  'error.setup-code-needed':
    'This home already has its people. Ask someone who manages it, or use a setup code from the Mantel box.',
  'error.password-needed': 'The controller there does not know this sign-in. Enter its password.',
  'error.different-home': 'This looks like a different home. Nothing was changed. Check the address.',
  'error.household-full':
    'There’s no room for another user or controller. Sign out the phones of one you no longer need.',
  'error.too-many-screens':
    '200 phones and tablets are signed in already. Sign one out in the settings of another one first.',
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
  'error.lock-refused': 'Locks are never moved from here.',
  'error.insecure-origin':
    'This connection is not secure. Install the certificate and use the https address.',
  'error.not-found': 'It is no longer there. Go back and look again.',
  'error.too-large': 'That is too much for one message. Send less.',
  'error.bad-request': 'The proxy did not understand this. Reload the page and try again.',
  'error.internal': 'Something went wrong in Mantel’s proxy. Try again; if it stays so, restart it.',
  'error.not-kept':
    'This is done, but could not be saved: a restart of the Mantel box may undo it. Check the box’s disk.',
  'error.foreign-origin': 'This page is not Mantel’s own. Open Mantel at its own address.',
  'error.foreign-host':
    'Mantel does not know this address as its own. Use one of those that it printed at its start.',
  'error.method-not-allowed': 'The proxy does not do this. Reload the page and try again.',
  'error.unsupported-media-type': 'The proxy did not understand this. Reload the page and try again.',
  'error.headers-too-large': 'The browser sent too much. Clear this site’s cookies and try again.',
  'error.too-many-commands': 'Too many commands at once. Wait a moment, then try again.',
  'error.unconfirmed': 'The device did not report the change. It may be slow, or out of reach.',
  'error.dead': 'The radio does not reach this device. Check its power or battery.',

  // Several devices at once
  'bulkAction.lightsBack': 'Lights back as they were',
  'bulkAction.lightsOffAsk': 'Turn off every light in the home?',
  'bulkAction.lightsOffCount': {
    one: 'This turns {count} light off.',
    other: 'This turns {count} lights off.'
  },
  'bulkAction.openInRoom': 'Open all shutters of this room?',
  'bulkAction.closeInRoom': 'Close all shutters of this room?',
  'bulkAction.openInHome': 'Open all shutters of the home?',
  'bulkAction.closeInHome': 'Close all shutters of the home?',
  'bulkAction.shuttersCount': { one: 'This moves {count} shutter.', other: 'This moves {count} shutters.' },
  'bulkAction.sending': 'Sending… {done} of {total}',
  'bulkAction.confirmed': '{done} of {total} confirmed',
  'bulkAction.accepted': '{done} of {total} accepted',
  'bulkAction.underWay': '{count} on the way',
  'bulkAction.dropped': 'Not sent: it was put aside before its turn.',

  // What stands out at the moment: the lists behind the home's chips
  'now.alarms': 'Alarms',
  'now.openings': 'Open doors and windows',
  'now.lights': 'Lights on',
  'now.switches': 'Switches on',
  'now.shutters': 'Shutters',
  'now.unreachable': 'Unreachable devices',
  'now.wholeHome': 'Whole home',
  'now.none': 'Nothing at the moment',

  // Search
  'search.title': 'Search',
  'search.devices': 'Devices',
  'search.field': 'Rooms and devices',
  'search.none': 'Nothing is called “{query}”',
  'search.noneHint': 'Try a shorter word, or the name of a room.',
  'search.results': { one: '{count} result', other: '{count} results' },
  'search.clear': 'Clear the search',

  // The app itself on this screen
  'app.updateReady': 'A new version is ready',
  'app.updateNow': 'Reload'
} as const satisfies Record<string, Message>;
