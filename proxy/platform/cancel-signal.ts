/** What ends a request that nobody waits for any more: an `AbortSignal`, or the client's disconnect. */
export interface CancelSignal {
  readonly aborted: boolean;
  /** Calls back when it aborts; not if it has aborted before. */
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
