import { createHash } from 'node:crypto';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc\s*=)[^>]*>(.*?)<\/script>/gis;
const INLINE_STYLE = /<style[^>]*>(.*?)<\/style>/gis;

/**
 * The Trusted Types policies that may make markup or a worker's address from text: our own for the service worker, and the one
 * by which Svelte makes the templates that it compiled.
 */
const POLICIES = ['mantel-worker', 'svelte-trusted-html'];

const hashOf = (content: string) => ` 'sha256-${createHash('sha256').update(content).digest('base64')}'`;

const hashesOf = (html: string, inline: RegExp) =>
  [...html.matchAll(inline)].map(([, content = '']) => hashOf(content)).join('');

/** The `Content-Security-Policy` of a page: it runs our own files and the very scripts that the page was built with. */
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
