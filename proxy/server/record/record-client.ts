import type { AnswerMessage, RecordCall, RecordCalls } from './messages';
import type { RecordPort } from './serve-records';

/** The thread of the record, as the server sees it: see `record-thread.ts`. */
export interface RecordThread extends RecordPort<AnswerMessage> {
  on(event: 'message', listener: (message: AnswerMessage) => void): unknown;
  /** It has ended, which it never does by itself. */
  on(event: 'exit', listener: () => void): unknown;
  /** A defect, after which it ends. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  terminate(): Promise<unknown>;
}

/** What a call answers, or why it failed. `isDisk`: the disk is full, read-only or faulty. */
export type RecordAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string; readonly isDisk: boolean };

/** What SQLite says of a disk that is full, faulty, read-only, or not there. */
const DISK_ERRORS = /disk is full|disk I\/O|readonly|unable to open/;

const ENDED: RecordAnswer<never> = { ok: false, why: 'The thread of the record has ended.', isDisk: false };

/** Calls the thread of the record. It starts with the first call. */
export class RecordClient {
  readonly #open: () => RecordThread;
  readonly #waiting = new Map<number, (answer: RecordAnswer<never>) => void>();
  #thread: RecordThread | undefined;
  #count = 0;

  constructor(open: () => RecordThread) {
    this.#open = open;
  }

  /** Calls the thread, behind all calls before. */
  call<Name extends RecordCall>(
    call: Name,
    ...args: Parameters<RecordCalls[Name]>
  ): Promise<RecordAnswer<ReturnType<RecordCalls[Name]>>> {
    const id = this.#count++;
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, call, args });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** Ends the thread, if it runs. What it was asked for fails. */
  async stop() {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): RecordThread {
    const thread = this.#open();
    let why = ENDED;
    thread.on('message', (answer) => {
      const resolve = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('value' in answer) resolve?.({ ok: true, value: answer.value });
      else resolve?.({ ok: false, why: answer.failure, isDisk: DISK_ERRORS.test(answer.failure) });
    });
    thread.on('error', (error) => {
      why = { ok: false, why: String(error), isDisk: false };
    });
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const resolve of this.#waiting.values()) resolve(why);
      this.#waiting.clear();
    });
    return thread;
  }
}
