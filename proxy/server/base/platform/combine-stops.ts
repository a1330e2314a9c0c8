/** Returns a function that calls all of some functions that end something, in their order. */
export const combineStops =
  (...ends: readonly (() => void)[]): (() => void) =>
  () => {
    for (const end of ends) end();
  };
