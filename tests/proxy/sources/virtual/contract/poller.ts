import { numberAt, recordsAt, type Client } from '../../../../support/controller-client';

/** Follows a controller's changes like a client: polls, stores `last`, polls again. */
export class Poller {
  readonly #client: Client;
  #last: number;

  private constructor(client: Client, last: number) {
    this.#client = client;
    this.#last = last;
  }

  /** Gets the current position: a `last` in the future makes the controller return it. */
  static async from(client: Client): Promise<Poller> {
    const { body } = await client.get('/poll?last=999999999999999');
    return new Poller(client, numberAt(body, 'last'));
  }

  get last() {
    return this.#last;
  }

  async next(): Promise<Record<string, unknown>[]> {
    const { body } = await this.#client.get(`/poll?last=${this.#last}`);
    this.#last = numberAt(body, 'last');
    return recordsAt(body, 'events');
  }

  /** The values of a device's parameter, up to and including the first that matches. */
  async valuesUntil(device: number, param: string, isEnough: (value: unknown) => boolean) {
    const values: unknown[] = [];
    while (!values.some(isEnough)) {
      for (const event of await this.next()) {
        if (event['type'] !== 'DeviceChanged' || event['device_id'] !== device) continue;
        const changes = recordsAt(event, 'params').filter(({ name }) => name === param);
        values.push(...changes.map(({ new_value }) => new_value));
      }
    }
    return values;
  }
}
