/** Error for a screen that ended while it waited for an answer. */
export const SCREEN_GONE = {
  code: 'not-signed-in',
  message: 'This screen is not signed in any more.'
} as const;

/** Error for a locked screen. */
export const SCREEN_LOCKED = {
  code: 'screen-locked',
  message: 'The controller ended this sign-in: sign in again, or have somebody let this screen back in.'
} as const;

/** Error for a screen that may not manage the household. */
export const NOT_MANAGING = {
  code: 'limited-screen',
  message: 'Only a screen that manages the household may do that.'
} as const;

/** Error for a screen on which the password was not typed within the last minutes. */
export const PASSWORD_NEEDED = {
  code: 'password-needed',
  message: 'This takes the password: type it first.'
} as const;

/** Error for a screen that is not unlocked by its PIN. */
export const PIN_NEEDED = {
  code: 'pin-needed',
  message: 'This screen has a PIN: unlock it first.'
} as const;

/** Error if neither the file nor a slot could be written after a screen was ended or changed. */
export const NOT_KEPT = {
  code: 'not-kept',
  message: 'It is done here, and may be undone by a restart: the disk does not take it.'
} as const;
