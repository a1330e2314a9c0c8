import { succeed, type Result } from '#shared/errors';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { readArrival, type Arrival, type Front } from './connection-info';
import { readCookie } from './cookies';
import { checkTarget, type Hosts } from '../http/hosts';

/** What a request says of the one who asks. */
export interface Visit {
  readonly arrival: Arrival;
  /** The cookie that it holds. */
  readonly cookie: string | undefined;
}

interface Remembered extends Visit {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly cookies: string | undefined;
}

/**
 * Reads who asks and by which door. All requests of a connection come from one place by one door, and mostly say the same: what its last
 * one said is read once, for that takes longer than many an answer. What was refused is never remembered.
 */
export class Visits {
  readonly #hosts: Hosts;
  readonly #front: Front;
  readonly #last = new WeakMap<Socket, Remembered>();

  constructor({ hosts, front }: { hosts: Hosts; front: Front }) {
    this.#hosts = hosts;
    this.#front = front;
  }

  /** `bad-request`: no host, two, or a target that names one too; `foreign-host`: a host that is not ours. */
  read(request: IncomingMessage): Result<Visit, 'bad-request' | 'foreign-host'> {
    const target = checkTarget(request);
    if (!target.ok) return target;
    const { host, origin, cookie: cookies } = request.headers;
    const last = this.#last.get(request.socket);
    if (last && last.host === host && last.origin === origin && last.cookies === cookies)
      return succeed(last);

    const arrival = readArrival(request, this.#hosts, this.#front);
    if (!arrival.ok) return arrival;
    const cookie = readCookie(cookies, arrival.value);
    const visit = { arrival: arrival.value, cookie, host, origin, cookies };
    this.#last.set(request.socket, visit);
    return succeed(visit);
  }
}
