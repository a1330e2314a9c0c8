import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>(.*?)<\/script>/gis;
const INLINE_STYLE = /<style[^>]*>(.*?)<\/style>/gis;

/** The allowed Trusted Types policies: ours for the URL of the service worker, and Svelte's for its compiled templates. */
const POLICIES = ['mantel-worker', 'svelte-trusted-html'];

const hashOf = (content: string) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const hashesOf = (html: string, inline: RegExp) =>
  [...html.matchAll(inline)].map(([, content = '']) => hashOf(content)).join('');

/** The `Content-Security-Policy` of a page. It allows our own files and the inline scripts and styles of this page, by hash. */
export function contentPolicyOf(html: string): string {
  return [
    "default-src 'none'",
    `script-src 'self'${hashesOf(html, INLINE_SCRIPT)}`,
    `style-src 'self'${hashesOf(html, INLINE_STYLE)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${POLICIES.join(' ')}`
  ].join('; ');
}
