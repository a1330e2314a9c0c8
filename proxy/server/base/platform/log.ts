import type { Logger } from 'pino';

/** Log of events. An event is an object of fields and a message. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> & Partial<Pick<Logger, 'isLevelEnabled'>>;

const SECRET_IN_TEXT = /([?&](?:(?:access_|refresh_)?token|code|password)=)[^&\s"]+/g;

/** Redacts secrets in query parameters of a URL or a message. */
export const withoutSecrets = (text: string) => text.replace(SECRET_IN_TEXT, '$1[secret]');

const nothing = () => undefined;

/** A log that writes nothing, for tests. */
export const silentLog: Log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
