import type { LiveMessage, Snapshot } from '#shared/wire-live';
import type { HomeSource } from './watched-home';

/** A message as it goes over the wire. */
export const encode = (message: LiveMessage): Buffer => Buffer.from(JSON.stringify(message));

/** A home as bytes. It is encoded once for all screens of a view while it stays the same. */
export class HomeText {
  readonly #home: HomeSource;
  #written: { readonly of: string; readonly text: Buffer } | undefined;
  #body: { readonly of: Buffer; readonly text: Buffer } | undefined;

  constructor(home: HomeSource) {
    this.#home = home;
  }

  /** The live message `home`; undefined before the first reading. */
  message(): Buffer | undefined {
    const { journal, status } = this.#home;
    if (!journal.isRead || !status) return undefined;
    const of = `${journal.revision} ${JSON.stringify(status)}`;
    if (this.#written?.of !== of) {
      const snapshot: Snapshot = { revision: journal.revision, controller: status, home: journal.home };
      this.#written = { of, text: encode({ type: 'home', ...snapshot }) };
    }
    return this.#written.text;
  }

  /** The body of `GET …/home`: the message without its type; undefined before the first reading. */
  body(): Buffer | undefined {
    const message = this.message();
    if (message && this.#body?.of !== message)
      this.#body = { of: message, text: Buffer.concat([OPENING, message.subarray(TYPE.length)]) };
    return message && this.#body?.text;
  }
}

const TYPE = '{"type":"home",';
const OPENING = Buffer.from('{');
