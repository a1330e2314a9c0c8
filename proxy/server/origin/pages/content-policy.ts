import { createHash } from 'node:crypto';

/** What every page refuses. */
const REFUSED = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'"
];

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>(.*?)<\/script>/gis;
const INLINE_STYLE = /<style[^>]*>(.*?)<\/style>/gis;

const hashOf = (content: string) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const hashesOf = (html: string, inline: RegExp) =>
  [...html.matchAll(inline)].map(([, content = '']) => hashOf(content)).join('');

const policyOf = (html: string, ...directives: readonly string[]) =>
  [
    ...REFUSED,
    `script-src 'self'${hashesOf(html, INLINE_SCRIPT)}`,
    `style-src 'self'${hashesOf(html, INLINE_STYLE)}`,
    ...directives
  ].join('; ');

/** The `Content-Security-Policy` of a page of the app. It allows our own files and the inline scripts and styles of this page, by hash. */
export const contentPolicyOf = (html: string): string =>
  policyOf(
    html,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    // Ours for the URL of the service worker, and Svelte's for its compiled templates.
    'trusted-types mantel-worker svelte-trusted-html'
  );

/** The `Content-Security-Policy` of the install page, which has nothing inline: our own files and some images of other origins. */
export const installPolicyOf = (images: readonly string[]): string =>
  policyOf('', `img-src 'self' ${images.join(' ')}`, "form-action 'none'", "trusted-types 'none'");
