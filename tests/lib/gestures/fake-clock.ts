import type { Clock } from '$lib/gestures/clock';

/** A clock that stands until it is told to pass time. */
export interface FakeClock extends Clock {
  /** Lets so many ms pass, running what falls due on the way. */
  pass(ms: number): void;
  /** How many timers wait. */
  readonly waiting: number;
}

export function fakeClock(): FakeClock {
  let time = 0;
  let timers: { due: number; run: () => void }[] = [];

  return {
    now: () => time,
    after(ms, run) {
      const timer = { due: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    pass(ms) {
      const end = time + ms;
      for (;;) {
        const next = timers.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
        if (!next) break;
        timers = timers.filter((each) => each !== next);
        time = next.due;
        next.run();
      }
      time = end;
    },
    get waiting() {
      return timers.length;
    }
  };
}
