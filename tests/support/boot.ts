import type { Clock } from '#shared/clock';
import type { Boot } from '../../proxy/platform/boot';

/** A boot whose time is the monotonic time of a clock. */
export const bootOf = (clock: Clock, id = 'boot'): Boot => ({ id, now: () => Math.floor(clock.monotonic()) });
