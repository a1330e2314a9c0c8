import { createLog } from '../../proxy/box/log';
import { LogMemory } from '../../proxy/box/log-memory';
import type { Log } from '../../proxy/server/base/platform/log';

/** A log for tests, with all events in their printed form. */
export class LogCapture implements Log {
  readonly lines: string[] = [];
  /** The same for the reports of homes. */
  readonly memory = new LogMemory();
  readonly #log = createLog('debug', { write: (line) => void this.lines.push(line) }, this.memory.add);

  readonly debug = this.#log.debug.bind(this.#log);
  readonly info = this.#log.info.bind(this.#log);
  readonly warn = this.#log.warn.bind(this.#log);
  readonly error = this.#log.error.bind(this.#log);

  get entries(): unknown[] {
    return this.lines.map((line) => JSON.parse(line) as unknown);
  }
}
