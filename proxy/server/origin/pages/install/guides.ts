import { CERTIFICATE_PATH, PROFILE_PATH } from './authority-files';
import { SYSTEMS, type InstallWords, type System } from './visitor';

/** Trusted markup. */
export class Html {
  readonly text: string;

  /** @param text markup in which all untrusted text is escaped */
  constructor(text: string) {
    this.text = text;
  }
}

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const toText = (value: string | Html | readonly Html[]): string =>
  typeof value === 'string' ? escape(value) : value instanceof Html ? value.text : value.map(toText).join('');

/** Template tag for markup. Strings are escaped, `Html` values are not. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(toText)));

/** Replaces the `{parameters}` in a sentence. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (gap, name: string) => values[name] ?? gap);

/** A drawing of a page of a phone's settings. */
type Drawn = InstallWords['drawings']['ios'];

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
function drawSettings({ title, rows, caption }: Drawn, mark: 'switch' | 'touch'): Html {
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

/** Names that the steps contain. */
interface GuideNames {
  /** The local CA, as a phone lists it. */
  readonly authority: string;
  /** The name of the downloaded file. */
  readonly file: string;
}

/** The steps to trust the server, for each system. Those of the visitor's system are open, the others collapsed. */
export function guides(words: InstallWords, system: System, named: GuideNames): Html {
  const others = SYSTEMS.filter((each) => each !== system);
  return html`${guide(words, system, named, true)}
    <h3>${words.otherSystems}</h3>
    ${others.map((each) => guide(words, each, named, false))}`;
}

function guide(words: InstallWords, system: System, named: GuideNames, isOpen: boolean): Html {
  const { name, steps } = words.guides[system];
  const drawings: Partial<Record<System, Drawn>> = words.drawings;
  const drawn = drawings[system];
  const filled = { ...named };
  return html`<details data-system="${system}" ${isOpen ? html` open` : ''}>
    <summary>${name}</summary>
    ${download(words, system, named)}
    <ol>
      ${steps.map((step) => html`<li>${fill(step, filled)}</li>`)}
    </ol>
    ${drawn ? drawSettings({ ...drawn, rows: drawn.rows.map((row) => fill(row, filled)) }, system === 'ios' ? 'switch' : 'touch') : ''}
  </details>`;
}

/** The download button: iPhone and iPad need a profile, the others the certificate. */
const download = (words: InstallWords, system: System, { file }: GuideNames) =>
  system === 'ios'
    ? html`<a class="button" data-download href="${PROFILE_PATH}">${words.downloadProfile}</a>`
    : html`<a class="button" data-download href="${CERTIFICATE_PATH}" download="${file}"
        >${words.download}</a
      >`;
