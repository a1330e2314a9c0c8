/** Markup that is made of what we wrote ourselves. */
export class Html {
  readonly text: string;

  /** @param text markup of our own, to the last character */
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

const written = (value: string | Html | readonly Html[]): string =>
  typeof value === 'string'
    ? escape(value)
    : value instanceof Html
      ? value.text
      : value.map(written).join('');

/** Markup from a template: text that is put in is text, whatever it holds. */
export const html = (parts: TemplateStringsArray, ...values: (string | Html | readonly Html[])[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(written)));
