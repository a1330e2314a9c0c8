/** What a screen is told that was ended while it waited for an answer. */
export const SCREEN_GONE = {
  code: 'not-signed-in',
  message: 'This screen is not signed in any more.'
} as const;

/** What a screen is told that is locked. */
export const SCREEN_LOCKED = {
  code: 'screen-locked',
  message: 'The controller ended this sign-in: sign in again, or have somebody let this screen back in.'
} as const;

/** What a screen is told that may not manage the household. */
export const NOT_MANAGING = {
  code: 'limited-screen',
  message: 'Only a screen that manages the household may do that.'
} as const;

/** What is asked first where the password was not typed on a screen within the last minutes. */
export const PASSWORD_NEEDED = {
  code: 'password-needed',
  message: 'This takes the password: type it first.'
} as const;

/** What whoever ended or changed a screen is told where the disk took neither the file nor a slot. */
export const NOT_KEPT = {
  code: 'not-kept',
  message: 'It is done here, and may be undone by a restart: the disk does not take it.'
} as const;
