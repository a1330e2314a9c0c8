import type { Message } from '../../message';

/** The words of finding a controller and signing in to it, in English. */
export const connect = {
  // Connect
  'connect.searching': 'Searching…',
  'connect.searchAgain': 'Search again',
  'connect.found': { one: '{count} controller found', other: '{count} controllers found' },
  'connect.none': 'No controller found',
  'connect.why': 'Why wasn’t it found?',
  'connect.more': 'Also found',
  'connect.demoHint': 'Try Mantel with a sample home. No hardware needed.',
  'connect.address': 'Controller address',
  'connect.addressHint': 'For example 192.168.1.20',
  'connect.use': 'Continue',
  'connect.mac': 'MAC {mac}',
  'connect.number': 'Number {number}',
  'connect.pair': 'Sign in with a code',

  // Sign-in
  'signIn.to': 'Sign in to {name}',
  'signIn.user': 'User name',
  'signIn.password': 'Password',
  'signIn.showTyped': 'Show password',
  'signIn.screen': 'Name this phone or tablet',
  'signIn.screenHint': 'For example “Anna’s phone”. You’ll see it under Signed-in phones and tablets.',
  'signIn.remember': 'Keep me signed in',
  'signIn.submit': 'Sign in',
  'signIn.signingIn': 'Signing in…',
  'signIn.other': 'Use a different controller',
  'signIn.passwordNote': 'Mantel doesn’t store your password.'
} as const satisfies Record<string, Message>;
