import type { Message } from '../../message';

/** The words about who is signed in: locked phones and tablets, who manages the home, and what happened, in English. */
export const household = {
  // A phone or tablet that the controller signed out
  'locked.title': 'Sign in again',
  'locked.text':
    'Your controller no longer accepts this sign-in. Your home isn’t shown until you’re back in.',
  'locked.ask': 'Ask at home',
  'locked.askHint':
    'Someone who manages this home can let this phone or tablet back in. Your home then opens here.',
  'locked.password': 'Or sign in with your current password',
  'locked.mark': 'Locked',
  'locked.count': {
    one: '{count} phone or tablet is locked',
    other: '{count} phones and tablets are locked'
  },
  'locked.letBackIn': 'Let it back in',
  'locked.letBackInNamed': 'Let {name} back in',
  'locked.letAllBackIn': 'Let all back in',
  'locked.letChosenBackIn': 'Let these back in',
  'locked.choose': 'Choose',
  'locked.notNow': 'Not now',
  'locked.others': {
    one: '{count} more phone or tablet was signed out',
    other: '{count} more phones and tablets were signed out'
  },
  'locked.othersHint':
    'Your controller signed them out, too. Let back in only those you know and still have.',
  'locked.done': {
    one: '{count} phone or tablet is back in',
    other: '{count} phones and tablets are back in'
  },
  'locked.userFirst': 'Its user must sign in again first.',

  // How a phone or tablet came in
  'cameIn.user': 'Signed in as {user}',
  'cameIn.password': 'Signed in with the password',
  'cameIn.setupCode': 'Signed in with a setup code',
  'cameIn.letInBy': 'Let in by {name}',
  'cameIn.code': 'Let in with a code',
  'cameIn.backup': 'From a backup',

  // The end of one that let others in
  'letIn.count': {
    one: 'It let in {count} other phone or tablet.',
    other: 'It let in {count} other phones and tablets.'
  },
  'letIn.endOne': 'Sign out only this one',
  'letIn.endAll': 'Sign out this one and {count} more',

  // Who manages the home
  'rights.manages': 'Manages this home',
  'rights.managesHint': 'Can change controllers, other people’s phones and tablets, and who manages.',
  'rights.askManager': 'To add or move a controller, ask someone who manages this home.',

  // The password once more
  'password.title': 'Enter your password again',
  'password.why': 'This protects your home if someone finds your phone unlocked.',
  'password.of': 'Password of {user}',
  'password.checking': 'Checking…',

  // What happened to the household
  'activity.title': 'Recent activity',
  'activity.none': 'Nothing has happened yet',
  'activity.noneHint': 'Sign-ins, setup codes and new addresses are listed here.',
  'activity.managersOnly': 'Only managers can see this',
  'activity.seen': 'Got it',
  'activity.more': 'and {count} more',
  'activity.times': { one: '{count} time', other: '{count} times' },
  'activity.someScreen': 'A phone or tablet',
  'activity.screens': { one: '{count} phone or tablet', other: '{count} phones and tablets' },
  'activity.yourHome': 'Your home',
  'activity.signedIn': '{name} signed in with {user}’s password',
  'activity.pairedBy': '{name} was let in by {by}',
  'activity.paired': '{name} was let in with a code',
  'activity.locked': 'The controller signed {user} out everywhere',
  'activity.letBackInBy': '{by} let {name} back in',
  'activity.letBackIn': 'Let back in: {name}',
  'activity.setupCodeUsed': 'A setup code was used',
  'activity.setupCodeFailed': 'A wrong setup code was tried',
  'activity.movedBy': '{by} gave {home} a new address',
  'activity.moved': '{home} has a new address',
  'activity.moveRefused': 'A new address for {home} was refused',
  'activity.wrongPins': 'Too many wrong PINs on {name}',

  'error.screen-locked':
    'Your controller no longer accepts this sign-in. Sign in again, or ask someone who manages this home to let you back in.'
} as const satisfies Record<string, Message>;
