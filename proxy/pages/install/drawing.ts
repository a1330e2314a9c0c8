import { html, type Html } from './html';
import type { Drawn } from './words/words';

/** Sizes of the drawing, in its own units. */
const WIDTH = 300;
const ROW = 44;
const TOP = 52;

/** A switch that is on. */
const drawnSwitch = (y: number) =>
  html`<g
    ><rect class="on" x="238" y="${String(y - 12)}" width="42" height="24" rx="12" /><circle
      class="knob"
      cx="268"
      cy="${String(y)}"
      r="9.5"
  /></g>`;

/** A mark on the row to touch. */
const drawnTouch = (y: number) =>
  html`<g
    ><circle class="ripple" cx="262" cy="${String(y)}" r="15" /><circle
      class="touch"
      cx="262"
      cy="${String(y)}"
      r="7"
  /></g>`;

/** Draws a page of a phone's settings: its title and rows, with a switch or a touch mark on the last row. */
export function drawSettings({ title, rows, caption }: Drawn, mark: 'switch' | 'touch'): Html {
  const height = TOP + rows.length * ROW + 10;
  const middleOf = (index: number) => TOP + index * ROW + ROW / 2;
  const drawMark = mark === 'switch' ? drawnSwitch : drawnTouch;
  return html`<figure>
    <svg
      viewBox="0 0 ${String(WIDTH)} ${String(height)}"
      role="img"
      aria-label="${`${title}: ${rows.at(-1) ?? ''}`}"
    >
      <rect class="sheet" x="1" y="1" width="${String(WIDTH - 2)}" height="${String(height - 2)}" rx="16" />
      <path class="chevron" d="m26 20-7 7 7 7" />
      <text class="title" x="38" y="32">${title}</text>
      ${rows.map((row, index) => {
        const isLast = index === rows.length - 1;
        const y = middleOf(index);
        return html`<g class="${isLast ? 'chosen' : 'row'}"
          ><rect
            x="10"
            y="${String(y - ROW / 2 + 2)}"
            width="${String(WIDTH - 20)}"
            height="${String(ROW - 4)}"
            rx="10"
          /><text x="22" y="${String(y + 5)}">${row}</text>${isLast ? drawMark(y) : ''}</g
        >`;
      })}
    </svg>
    <figcaption>${caption}</figcaption>
  </figure>`;
}
