import { setMaxListeners } from 'node:events';

/** Makes an `AbortController` whose signal many requests share at once. Node does not take their listeners for a leak. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
