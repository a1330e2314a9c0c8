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

/** Names that the steps contain: the local CA as a phone lists it, and the downloaded file. */
type GuideNames = Readonly<Record<'authority' | 'file', string>>;

/** The steps to trust the server, for each system. Those of the visitor's system are open, the others collapsed. */
export function guides(words: InstallWords, system: System, named: GuideNames): Html {
  return html`${guide(words, system, named, true)}
    <h3>${words.otherSystems}</h3>
    ${SYSTEMS.filter((each) => each !== system).map((each) => guide(words, each, named, false))}`;
}

function guide(words: InstallWords, system: System, named: GuideNames, isOpen: boolean): Html {
  const { name, steps } = words.guides[system];
  const drawings: Partial<Record<System, Drawn>> = words.drawings;
  const drawn = drawings[system];
  return html`<details data-system="${system}" ${isOpen ? html` open` : ''}>
    <summary>${name}</summary>
    ${download(words, system, named)}
    <ol>
      ${steps.map((step) => html`<li>${fill(step, named)}</li>`)}
    </ol>
    ${drawn ? drawSettings(drawn, named) : ''}
  </details>`;
}

/** Draws a page of a phone's settings. The last row is marked as the one to touch. */
const drawSettings = ({ title, rows, caption }: Drawn, named: GuideNames) =>
  html`<figure>
    <div class="settings" role="img" aria-label="${`${title}: ${fill(rows.at(-1) ?? '', named)}`}">
      <b>${title}</b>
      ${rows.map((row) => html`<span>${fill(row, named)}</span>`)}
    </div>
    <figcaption>${caption}</figcaption>
  </figure>`;

/** The download button: iPhone and iPad need a profile, the others the certificate. */
const download = (words: InstallWords, system: System, { file }: GuideNames) =>
  system === 'ios'
    ? html`<a class="button" data-download href="${PROFILE_PATH}">${words.downloadProfile}</a>`
    : html`<a class="button" data-download href="${CERTIFICATE_PATH}" download="${file}"
        >${words.download}</a
      >`;
