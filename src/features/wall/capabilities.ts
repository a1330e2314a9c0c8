import { guessScreenName, type BrowserInfo } from '$lib/state/session/screen-name';

/** Whether this is an iPad, which needs settings of its own to stay on. */
export const isIpad = (screen: BrowserInfo): boolean => guessScreenName(screen) === 'iPad';

/** Whether the page can never fill the screen here: neither by a touch nor as an installed app. */
export const lacksFullScreen = (page: Document): boolean =>
  !page.fullscreenEnabled && !matchMedia('(display-mode: standalone), (display-mode: fullscreen)').matches;
