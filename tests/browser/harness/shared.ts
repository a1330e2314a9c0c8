/** Something that the tests of a file share. It ends when the next file asks for its own. */
export class Shared<Thing> {
  #current: { readonly key: string; readonly thing: Thing } | undefined;
  readonly #end: (thing: Thing) => Promise<void>;

  constructor(end: (thing: Thing) => Promise<void>) {
    this.#end = end;
  }

  /** The thing of this key. Starts it, after ending that of another key. */
  async of(key: string, start: () => Promise<Thing>): Promise<Thing> {
    if (this.#current?.key === key) return this.#current.thing;
    await this.end();
    const thing = await start();
    this.#current = { key, thing };
    return thing;
  }

  async end(): Promise<void> {
    const last = this.#current;
    this.#current = undefined;
    if (last) await this.#end(last.thing);
  }
}
