/**
 * One reactive value. A change re-runs only the readers of this cell. Create it outside of the effect or derived that
 * reads it.
 */
export class Cell<T> {
  value: T;

  constructor(value: T) {
    this.value = $state.raw(value);
  }
}
