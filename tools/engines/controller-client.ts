import * as v from 'valibot';
import { join, type Grant } from '../support/join';

/** The id of the demo home's controller. */
const DEMO = '024d616e7400';

const homeSchema = v.object({
  home: v.object({
    devices: v.array(v.object({ id: v.number(), params: v.record(v.string(), v.unknown()) }))
  })
});

/** A second signed-in client of the demo home, without a page. It shows what the controller knows. */
export class ControllerClient {
  readonly #origin: string;
  readonly #grant: Grant;

  private constructor(origin: string, grant: Grant) {
    this.#origin = origin;
    this.#grant = grant;
  }

  static async signIn(origin: string): Promise<ControllerClient> {
    return new ControllerClient(origin, await join(origin, { controller: DEMO }));
  }

  /** A parameter of a device; undefined if there is none. */
  async param(device: number, name: string): Promise<unknown> {
    const { controller, cookie } = this.#grant;
    const reply = await fetch(this.#origin + `/api/controllers/${controller}/home`, { headers: { cookie } });
    const { home } = v.parse(homeSchema, await reply.json());
    return home.devices.find(({ id }) => id === device)?.params[name];
  }
}
