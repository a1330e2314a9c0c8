import type { Message } from '../../message';

/** The words of wall mode, in English. */
export const wall = {
  // Settings of this tablet
  'wall.card': 'Tablet on the wall',
  'wall.mode': 'Wall mode',
  'wall.modeHint': 'Keeps the screen on and shows your home at a glance.',
  'wall.noUpdate': 'Updates come while nobody is using it.',
  'wall.lockHeld': 'The screen stays on',
  'wall.lockWaiting': 'The screen stays on while Mantel is in front',
  'wall.lockRefused': 'Your browser won’t keep the screen on. We’ll try again.',
  'wall.lockAbsent': 'This browser can’t keep the screen on. Turn off the tablet’s screen timeout.',
  'wall.night': 'Dark at night',
  'wall.nightFrom': 'From',
  'wall.nightTo': 'To',
  'wall.guide': 'Set up an iPad',
  'wall.guideStay': 'Keep it on: Settings › Display & Brightness › Auto-Lock › Never.',
  'wall.guideApp': 'Add Mantel to the home screen and open it there.',
  'wall.guideAccess': 'Allow only Mantel: Settings › Accessibility › Guided Access › on.',
  'wall.guideBegin': 'In Mantel, press the top button three times, then Start.',
  'wall.rooms': 'Rooms on wall tablets',
  'wall.noFullScreen': 'This browser has no full screen. Add Mantel to the home screen.',

  // The first page
  'wall.outside': 'outside',
  'wall.inside': 'inside',
  'wall.notConnected': 'Not connected since {time}',
  'wall.roomLights': 'Turn off lights: {room}',
  'wall.allLights': 'Turn off all lights',
  'wall.allShutters': 'Close all shutters',
  'wall.off': 'Off',
  'wall.page': 'Page {count}',

  // The screensaver and its sentence
  'wall.screensaver': 'Screensaver',
  'wall.batteries': { one: '{count} battery low', other: '{count} batteries low' },
  'wall.unreachable': { one: '{count} device not responding', other: '{count} devices not responding' },
  'wall.openCount': { one: '{count} door or window open', other: '{count} doors and windows open' },
  'wall.and': '{names} and {last}',
  'wall.openNames': '{names} open',
  'wall.openFor': '{name} open for {time}',
  'wall.minutes': { one: '{count} minute', other: '{count} minutes' },
  'wall.hours': { one: '{count} hour', other: '{count} hours' },
  'wall.days': { one: '{count} day', other: '{count} days' },
  'wall.lightsInRoom': { one: '{count} light on in {room}', other: '{count} lights on in {room}' },
  'wall.lightsInRooms': 'lights on in {rooms}',
  'wall.calm': 'everything is closed and all lights are off',
  'wall.calmOpenings': 'everything is closed',
  'wall.calmLights': 'all lights are off'
} as const satisfies Record<string, Message>;
