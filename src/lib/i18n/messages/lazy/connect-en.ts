import type { Message } from '../../message';

/** The words of finding a controller and signing in to it, in English. */
export const connect = {
  // Connect
  'connect.lead': 'Mantel looks for controllers on your network.',
  'connect.searching': 'Searching…',
  'connect.searchAgain': 'Search again',
  'connect.found': { one: '{count} controller found', other: '{count} controllers found' },
  'connect.none': 'No controller answered',
  'connect.demo': 'Demo home',
  'connect.demoHint': 'A whole home to try, without any hardware. User and password: demo.',
  'connect.address': 'Address',
  'connect.addressHint': 'For example 192.168.1.20',
  'connect.use': 'Continue',
  'connect.mac': 'MAC {mac}',
  'connect.pair': 'Sign in with another screen',

  // Sign-in
  'signIn.to': 'Sign in to {name}',
  'signIn.user': 'User name',
  'signIn.password': 'Password',
  'signIn.showTyped': 'Show what is typed',
  'signIn.screen': 'Name of this screen',
  'signIn.screenHint': 'So that you know it in the list of screens.',
  'signIn.remember': 'Keep this screen signed in',
  'signIn.submit': 'Sign in',
  'signIn.signingIn': 'Signing in…',
  'signIn.other': 'Choose another controller',
  'signIn.passwordNote': 'The password goes to the controller and is not kept.'
} as const satisfies Record<string, Message>;
