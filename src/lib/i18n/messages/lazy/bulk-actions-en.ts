import type { Message } from '../../message';

/** The words of actions on several devices, in English. */
export const bulkActions = {
  // Several devices at once
  'place.lightsOff': '{place}: lights off',
  'place.shutters': '{place}: shutters',
  'place.openShutters': '{place}: open shutters',
  'place.stopShutters': '{place}: stop shutters',
  'place.closeShutters': '{place}: close shutters',
  'place.lightsBack': '{place}: lights back on',
  'bulkAction.someDevices': 'Several devices',
  'bulkAction.lightsAreOff': { one: '{place}: {count} light off', other: '{place}: {count} lights off' },
  'bulkAction.lightsAreOn': { one: '{place}: {count} light on', other: '{place}: {count} lights on' },
  'bulkAction.shuttersAreOpen': {
    one: '{place}: {count} shutter open',
    other: '{place}: {count} shutters open'
  },
  'bulkAction.shuttersAreClosed': {
    one: '{place}: {count} shutter closed',
    other: '{place}: {count} shutters closed'
  },
  'bulkAction.turnBackOn': {
    one: 'Turn the {count} light back on',
    other: 'Turn the {count} lights back on'
  },
  'bulkAction.several': { one: '{count} command', other: '{count} commands' },
  'bulkAction.lightsOffAsk': 'Turn off all lights?',
  'bulkAction.lightsOffCount': { one: '{count} light is on.', other: '{count} lights are on.' },
  'bulkAction.turnOff': 'Turn off',
  'bulkAction.openInRoom': 'Open all shutters in this room?',
  'bulkAction.closeInRoom': 'Close all shutters in this room?',
  'bulkAction.openOnFloor': '{floor}: open all shutters?',
  'bulkAction.closeOnFloor': '{floor}: close all shutters?',
  'bulkAction.openInHome': 'Open all shutters?',
  'bulkAction.closeInHome': 'Close all shutters?',
  'bulkAction.shuttersCount': { one: 'This moves {count} shutter.', other: 'This moves {count} shutters.' },
  'bulkAction.sending': 'Sending… {done} of {total}',
  'bulkAction.confirmed': '{done} of {total} done',
  'bulkAction.partly': '{done} of {total} done.',
  'bulkAction.partlyOff': '{done} of {total} off.',
  'bulkAction.partlyOn': '{done} of {total} on.',
  'bulkAction.partlyOpen': '{done} of {total} open.',
  'bulkAction.partlyClosed': '{done} of {total} closed.',
  'bulkAction.silent': { one: '{count} didn’t reply.', other: '{count} didn’t reply.' },
  'bulkAction.failed': { one: '{count} failed.', other: '{count} failed.' },
  'bulkAction.notSent': { one: '{count} not sent.', other: '{count} not sent.' },
  'bulkAction.replaced': {
    one: '{count} replaced by a newer command.',
    other: '{count} replaced by newer commands.'
  },
  'bulkAction.retryAll': 'Retry all',
  'bulkAction.which': 'Which ones',
  'bulkAction.accepted': '{done} of {total} sent'
} as const satisfies Record<string, Message>;
