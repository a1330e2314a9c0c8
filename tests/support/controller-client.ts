import { isRecord } from '#shared/home';

/** A controller's answer with its parsed JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Uses a controller's HTTP API only, so that its results hold for any client. */
export class Client {
  readonly #base: string;
  readonly #authorization: string | undefined;

  constructor(base: string, authorization?: string) {
    this.#base = base;
    this.#authorization = authorization;
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path);
  }

  /** Posts JSON, or raw text. */
  post(path: string, body?: object | string): Promise<Answer> {
    return this.request('POST', path, body);
  }

  act(device: number, method: string, params?: object): Promise<Answer> {
    return this.post(`/devices/${device}/actions`, { method, params });
  }

  async request(method: string, path: string, body?: object | string): Promise<Answer> {
    const response = await fetch(this.#base + path, {
      method,
      redirect: 'error',
      headers: {
        Accept: 'application/json',
        ...(this.#authorization === undefined ? {} : { Authorization: this.#authorization })
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
}

export const basic = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export const bearer = (token: string) => `Bearer ${token}`;

/** A string member of an answer's body; throws otherwise. */
export function textAt(body: unknown, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'string') throw new Error(`No text under "${name}" in ${JSON.stringify(body)}`);
  return value;
}

/** A number member of an answer's body; throws otherwise. */
export function numberAt(body: unknown, name: string): number {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'number') throw new Error(`No number under "${name}" in ${JSON.stringify(body)}`);
  return value;
}

/** A member of an answer's body that is a list of objects; throws otherwise. */
export function recordsAt(body: unknown, name: string): Record<string, unknown>[] {
  const value = isRecord(body) ? body[name] : undefined;
  if (!Array.isArray(value)) throw new Error(`No list under "${name}" in ${JSON.stringify(body)}`);
  return value.filter(isRecord);
}

/** The error code of a body in the document's format (document 7). */
export function errorCodeOf(answer: Answer): number {
  if (textAt(answer.body, 'errorMessage') === '') throw new Error('The error has no message');
  return numberAt(answer.body, 'errorCode');
}
