import { renderSVG } from 'uqr';
import { languageName } from '#shared/language';
import { fill, guides, html, Html } from './guides';
import { LANGUAGES, SYSTEMS, type InstallWords, type System } from './visitor';

/** The server and the visitor, as the install page describes them. */
export interface InstallView {
  readonly name: string;
  /** The local CA: its name as phones list it, and its fingerprint. Null if every device already trusts the permanent origin. */
  readonly authority: { readonly name: string; readonly fingerprint: string } | null;
  /** The SHA-256 fingerprint of the server certificate. */
  readonly fingerprint: string;
  /** The https origins at which this device may reach the server, the permanent one first. */
  readonly origins: readonly [string, ...string[]];
  /** Whether the permanent origin is an address, which may change. */
  readonly isAddress: boolean;
  /** The URL of this page, with an address. */
  readonly page: string;
  /** The server's time, in ms since the epoch. */
  readonly now: number;
  /** The texts in the visitor's language. */
  readonly words: InstallWords;
  readonly system: System;
}

/** The install page, which explains how this device gets a secure connection. Plain http off loopback serves only this page. */
export function installPage(view: InstallView): string {
  const { words, origins, now, authority } = view;
  const page = html`<!doctype html>
    <html lang="${words.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>${words.title}</title>
        <link rel="icon" href="/icons/mantel.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/install/page.css" />
        <script defer src="/install/check.js"></script>
      </head>
      <body>
        <header>
          <img src="/icons/mantel.svg" alt="" width="40" height="40" /><b>Mantel</b>
          <nav>${LANGUAGES.map((each) => languageLink(each, words))}</nav>
        </header>
        <main data-origins="${origins.join(' ')}" data-now="${String(now)}">
          <h1>${words.heading}</h1>
          ${authority ? ownAuthority(view, authority) : publicName(view)} ${nextPhone(view)}
        </main>
      </body>
    </html>`;
  return `${page.text.trim()}\n`;
}

function languageLink({ language }: InstallWords, words: InstallWords): Html {
  const name = languageName(language);
  return language === words.language
    ? html`<span aria-current="true" lang="${language}">${name}</span>`
    : html`<a href="?lang=${language}" lang="${language}" hreflang="${language}">${name}</a>`;
}

const publicName = ({ origins: [origin], words }: InstallView) =>
  html`<section class="status" data-state="trusted">
    <h2>${words.ownName}</h2>
    <p>${words.ownNameHint}</p>
    <a class="button" href="${origin}/">${words.open}</a>
  </section>`;

function ownAuthority(view: InstallView, authority: NonNullable<InstallView['authority']>): Html {
  const { name, fingerprint, words, system } = view;
  const [origin] = view.origins;
  const named = { authority: authority.name, file: `${name}.crt` };
  return html`<p class="lead" data-until-trusted>${words.lead}</p>
    ${status(view)}
    <section data-until-trusted>
      <h2>${words.install}</h2>
      <p>${words.installHint}</p>
      ${guides(words, system, named)}
      <p>${words.fingerprint}</p>
      <code>${authority.fingerprint}</code>
    </section>
    <section class="folded" data-until-trusted>
      <details>
        <summary>${words.now}</summary>
        <p>${words.nowHint}</p>
        <code>${fingerprint}</code>
        <p>${words.nowLacks}</p>
        <a class="button quiet" href="${origin}/">${words.nowOpen}</a>
      </details>
      <details>
        <summary>${words.heedless}</summary>
        <p>${words.heedlessHint}</p>
      </details>
      <details>
        <summary>${words.publicName}</summary>
        <p>${words.publicNameHint}</p>
      </details>
    </section>`;
}

/** The results of the trust check. The script shows the one that applies, and hides `data-until-trusted` parts. */
function status({ origins: [origin], isAddress, words, system }: InstallView): Html {
  return html`<section class="status" data-state="checking">
    <div role="status">
      <h2 data-when="checking">${words.checking}</h2>
      <div data-when="untrusted" hidden>
        <h2>${words.untrusted}</h2>
        <p>${words.untrustedHint}</p>
      </div>
      <div data-when="stuck" hidden>
        <h2>${words.stuck}</h2>
        ${SYSTEMS.map((each) => html`<p data-stuck="${each}" ${each === system ? '' : html` hidden`}>${words.guides[each].stuck}</p>`)}
      </div>
      <div data-when="trusted" hidden>
        <h2>${words.trusted}</h2>
        <p data-by-address hidden>${words.byAddress}</p>
        <a class="button" data-open href="${origin}/">${words.open}</a>
      </div>
    </div>
    <p class="notice" data-clocks="${words.clocks}" hidden></p>
    ${isAddress ? html`<p class="notice">${words.reserve}</p>` : ''}
    <noscript><p>${fill(words.noScript, { origin })}</p></noscript>
  </section>`;
}

const nextPhone = ({ page, words }: InstallView) =>
  html`<section class="next">
    <div>
      <h2>${words.next}</h2>
      <p>${words.nextHint}</p>
      <a href="${page}">${page}</a>
    </div>
    ${new Html(renderSVG(page, { border: 2 }))}
  </section>`;
