/** How long something lives: of the app, or of the home that it shows. What is created late hangs on one, and ends with it. */
export class Lifetime {
  readonly #ends: (() => void)[] = [];

  /** Calls back once when it ends. */
  onEnd(listener: () => void): void {
    this.#ends.push(listener);
  }

  end(): void {
    for (const end of this.#ends.splice(0)) end();
  }
}
