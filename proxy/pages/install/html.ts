/** Trusted markup. */
export class Html {
  readonly text: string;

  /** @param text markup in which all untrusted text is escaped */
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;'
};

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const toText = (value: string | Html | readonly Html[]): string =>
  typeof value === 'string' ? escape(value) : value instanceof Html ? value.text : value.map(toText).join('');

/** Template tag for markup. Strings are escaped, `Html` values are not. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(toText)));
