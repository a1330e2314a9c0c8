import { isRecord } from '#shared/home';

/** A controller's answer, its JSON read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Speaks a controller's HTTP API and nothing else: what it finds, any client would. */
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

  /** Posts JSON, or a text as it stands. */
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

/** A member of an answer's body that must be text. */
export function textAt(body: unknown, name: string): string {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'string') throw new Error(`No text under "${name}" in ${JSON.stringify(body)}`);
  return value;
}

/** A member of an answer's body that must be a number. */
export function numberAt(body: unknown, name: string): number {
  const value = isRecord(body) ? body[name] : undefined;
  if (typeof value !== 'number') throw new Error(`No number under "${name}" in ${JSON.stringify(body)}`);
  return value;
}

/** A member of an answer's body that must be a list of objects. */
export function recordsAt(body: unknown, name: string): Record<string, unknown>[] {
  const value = isRecord(body) ? body[name] : undefined;
  if (!Array.isArray(value)) throw new Error(`No list under "${name}" in ${JSON.stringify(body)}`);
  return value.filter(isRecord);
}

/** The code of a refusal whose body is the document's (document 7). */
export function errorCodeOf(answer: Answer): number {
  if (textAt(answer.body, 'errorMessage') === '') throw new Error('The error has no message');
  return numberAt(answer.body, 'errorCode');
}
