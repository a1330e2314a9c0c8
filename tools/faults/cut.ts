/** Where in an exchange its connection breaks. */
export const CUT_POINTS = [
  /** The request never leaves. */
  'before-send',
  /** Half of the request arrives. */
  'amid-send',
  /** All of the request arrives, and in that moment the connection is gone. */
  'after-send',
  /** The answer is given and never comes. */
  'before-reply',
  /** Half of the answer comes. */
  'amid-reply'
] as const;
export type CutPoint = (typeof CUT_POINTS)[number];

/** How a connection ends: in order (FIN), or torn (RST). */
export type CutWay = 'end' | 'reset';

/** A break that is planned. */
export interface Cut {
  /** The request is the one that holds this text. */
  readonly on: string;
  readonly point: CutPoint;
  readonly way: CutWay;
}

/** What still passes of the request, and of the first piece of its answer, before the break; 1 for all of it. */
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
