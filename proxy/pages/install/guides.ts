import { CERTIFICATE_PATH, PROFILE_PATH } from './authority-files';
import { drawSettings } from './drawing';
import { html, type Html } from './html';
import { SYSTEMS, type System } from './systems';
import { fill, type InstallMessages } from './words/words';

/** Names that the steps contain. */
interface GuideNames {
  /** The local CA, as a phone lists it. */
  readonly authority: string;
  /** The name of the downloaded file. */
  readonly file: string;
}

/** The steps to trust the server, for each system. Those of the visitor's system are open, the others collapsed. */
export function guides(words: InstallMessages, system: System, named: GuideNames): Html {
  const others = SYSTEMS.filter((each) => each !== system);
  return html`${guide(words, system, named, true)}
    <h3>${words.otherSystems}</h3>
    ${others.map((each) => guide(words, each, named, false))}`;
}

function guide(words: InstallMessages, system: System, named: GuideNames, isOpen: boolean): Html {
  const { name, steps } = words.guides[system];
  const drawn = words.drawings[system];
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
const download = (words: InstallMessages, system: System, { file }: GuideNames) =>
  system === 'ios'
    ? html`<a class="button" data-download href="${PROFILE_PATH}">${words.downloadProfile}</a>`
    : html`<a class="button" data-download href="${CERTIFICATE_PATH}" download="${file}"
        >${words.download}</a
      >`;
