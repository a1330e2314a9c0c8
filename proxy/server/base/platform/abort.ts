import { setMaxListeners } from 'node:events';

/** What ends a request that nobody waits for any more: an `AbortSignal`, or the client's disconnect. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Calls back when it aborts; not if it has aborted before. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Makes an `AbortController` whose signal many requests share at once. Node does not take their listeners for a leak. */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}
