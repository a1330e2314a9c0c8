import { succeed } from '#shared/errors';
import type { OutgoingRequest, Sent } from '../../proxy/server/base/net/outgoing';
import type { FakeClock } from './fake-clock';
import type { VirtualPhone } from './ways';

/** A message that waits for a phone that is off. */
interface Waiting {
  readonly body: Buffer;
  readonly until: number;
}

/** A push service for one phone that is off (RFC 8030): it keeps one message of each topic, each for its TTL. */
export class PushService {
  readonly #clock: Pick<FakeClock, 'monotonic'>;
  readonly #phone: VirtualPhone;
  readonly #waiting = new Map<string, Waiting>();
  #count = 0;

  constructor(clock: Pick<FakeClock, 'monotonic'>, phone: VirtualPhone) {
    this.#clock = clock;
    this.#phone = phone;
  }

  /** In place of `Outgoing`. */
  async send({ headers = {}, body = '' }: OutgoingRequest): Promise<Sent> {
    const until = this.#clock.monotonic() + Number(headers['TTL']) * 1_000;
    const topic = headers['Topic'] ?? `message ${(this.#count += 1)}`;
    this.#waiting.set(topic, { body: Buffer.from(body), until });
    return succeed({ status: 201 });
  }

  /** What the phone gets once it is on again: the notices, as it decrypts them. */
  deliver(): Record<string, unknown>[] {
    const now = this.#clock.monotonic();
    const left = [...this.#waiting.values()].filter(({ until }) => until > now);
    this.#waiting.clear();
    return left.map(({ body }) => this.#phone.read({ body }).notification);
  }
}
