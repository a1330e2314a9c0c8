import type { Worker } from 'node:worker_threads';
import type { AnswerMessage, RecordCalls } from './record-thread';

/** Maximum number of calls that wait. */
const MAX_WAITING = 16;

/** Calls the thread of the record. It starts with the first call. */
export class RecordClient {
  readonly #open: () => Worker;
  readonly #waiting = new Map<number, { resolve: (value: never) => void; reject: (why: Error) => void }>();
  #thread: Worker | undefined;
  #count = 0;

  constructor(open: () => Worker) {
    this.#open = open;
  }

  /** Whether so many calls wait that no further one should be made for a screen. */
  get isBusy(): boolean {
    return this.#waiting.size >= MAX_WAITING;
  }

  /** Calls the thread, behind all calls before. Rejects if the call fails. */
  call<Name extends keyof RecordCalls>(
    call: Name,
    ...args: Parameters<RecordCalls[Name]>
  ): Promise<ReturnType<RecordCalls[Name]>> {
    const id = this.#count++;
    this.#thread ??= this.#start();
    this.#thread.postMessage({ id, call, args });
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  /** Ends the thread, if it runs. What it was asked for fails. */
  async stop() {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #start(): Worker {
    const thread = this.#open();
    let why = new Error('The thread of the record has ended.');
    thread.on('message', (answer: AnswerMessage) => {
      const call = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if ('value' in answer) call?.resolve(answer.value);
      else call?.reject(new Error(answer.failure));
    });
    thread.on('error', (error: Error) => (why = error));
    thread.on('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
      for (const { reject } of this.#waiting.values()) reject(why);
      this.#waiting.clear();
    });
    return thread;
  }
}
