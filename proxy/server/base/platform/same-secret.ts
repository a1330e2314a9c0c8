import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Whether two texts are the same. The time that it takes reveals nothing about either, not even its length. */
export const isSameSecret = (one: string, other: string): boolean =>
  timingSafeEqual(digestOf(one), digestOf(other));
