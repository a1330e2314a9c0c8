/** Points of an exchange at which a connection can be cut. */
export const CUT_POINTS = [
  /** Before the request is sent. */
  'before-send',
  /** After half of the request. */
  'amid-send',
  /** After the whole request, before the server answers. */
  'after-send',
  /** After the server has answered, before the response is passed on. */
  'before-reply',
  /** After half of the response. */
  'amid-reply'
] as const;
export type CutPoint = (typeof CUT_POINTS)[number];

/** How a connection ends: FIN or RST. */
export type CutWay = 'end' | 'reset';

/** A planned cut. */
export interface Cut {
  /** Text that identifies the request, or whether bytes of the client are it. */
  readonly on: string | ((bytes: Buffer) => boolean);
  readonly point: CutPoint;
  readonly way: CutWay;
}

/**
 * The share of the request, and of the first chunk of its response, that passes before the cut; 1 is all of
 * it.
 */
export function shareThatPasses(point: CutPoint): { readonly request: number; readonly answer: number } {
  switch (point) {
    case 'before-send':
      return { request: 0, answer: 0 };
    case 'amid-send':
      return { request: 0.5, answer: 0 };
    case 'after-send':
    case 'before-reply':
      return { request: 1, answer: 0 };
    case 'amid-reply':
      return { request: 1, answer: 0.5 };
  }
}
