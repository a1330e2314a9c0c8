/**
 * Points of an exchange at which a connection can be cut, with the share of the request, and of the first chunk of its response, that
 * passes before the cut; 1 is all of it.
 */
export const PASSED = {
  /** Before the request is sent. */
  'before-send': { request: 0, answer: 0 },
  /** After half of the request. */
  'amid-send': { request: 0.5, answer: 0 },
  /** After the whole request, before the server answers. */
  'after-send': { request: 1, answer: 0 },
  /** After the server has answered, before the response is passed on. */
  'before-reply': { request: 1, answer: 0 },
  /** After half of the response. */
  'amid-reply': { request: 1, answer: 0.5 }
} as const;
export type CutPoint = keyof typeof PASSED;
export const CUT_POINTS = Object.keys(PASSED) as readonly CutPoint[];

/** How a connection ends: FIN or RST. */
export type CutWay = 'end' | 'reset';

/** A planned cut. */
export interface Cut {
  /** Text that identifies the request, or whether bytes of the client are it. */
  readonly on: string | ((bytes: Buffer) => boolean);
  readonly point: CutPoint;
  readonly way: CutWay;
}
