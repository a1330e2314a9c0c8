/** One value with a signal of its own: a change to it concerns its readers alone. Make it outside of what reads it. */
export class Cell<T> {
  value: T;

  constructor(value: T) {
    this.value = $state.raw(value);
  }
}
