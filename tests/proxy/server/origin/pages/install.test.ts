import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { html } from '../../../../../proxy/server/origin/pages/install/guides';
import { systemOf, chooseWords, LANGUAGES } from '../../../../../proxy/server/origin/pages/install/visitor';
import { testProxy } from '../../../../support/test-proxy';

/** A name of ours other than loopback, at which plain http is insecure. */
const LAN = { host: 'mantel.local:8420' };

it('plain http off loopback redirects every page to the install page, and answers no call', async () => {
  const { ask } = await testProxy();
  const redirect = { status: 302, headers: { location: '/install' } };
  for (const path of ['/', '/rooms/1', '/connect'])
    expect(await ask(path, { headers: LAN })).toMatchObject(redirect);
  expect((await ask('/api/controllers', { headers: LAN })).status).toBe(403);
});

it('plain http off loopback serves the install page under a policy that allows only the trusted image at our https origins', async () => {
  const { ask, secureOrigin } = await testProxy();
  const { port } = new URL(secureOrigin);
  const { status, headers, text } = await ask('/install', { headers: LAN });
  expect(status).toBe(200);
  expect(String(headers['content-security-policy']).split('; ').sort()).toEqual([
    "base-uri 'none'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `img-src 'self' https://mantel.local:${port}/trust.svg`,
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "script-src 'self'",
    "style-src 'self'",
    "trusted-types 'none'"
  ]);
  expect(headers['cache-control']).toBe('no-store');
  expect(text).toContain('Not trusted yet');
  expect(text).not.toMatch(/<[^>]+ style=|<script(?! defer src)|<style|javascript:/);
});

it('plain http off loopback uses the requested language, else the browser’s', async () => {
  const { ask } = await testProxy();
  const inLanguage = async (path: string) =>
    (await ask(path, { headers: { ...LAN, 'accept-language': 'uk-UA,uk;q=0.9,en;q=0.8' } })).text;
  expect(await inLanguage('/install')).toContain('<html lang="uk"');
  expect(await inLanguage('/install?lang=en')).toContain('<html lang="en"');
  expect(await inLanguage('/install?lang=%3Cscript%3E')).toContain('<html lang="uk"');
});

it("plain http off loopback opens the steps for the client's system", async () => {
  const { ask } = await testProxy();
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
  const { text } = await ask('/install', { headers: { ...LAN, 'user-agent': agent } });
  expect(/<details data-system="ios"\s+open/.test(text)).toBe(true);
  expect(text.match(/\sopen>/g)).toHaveLength(1);
});

it('plain http off loopback begins with the steps, and folds all that is not a step', async () => {
  const { ask } = await testProxy();
  const { text } = await ask('/install', { headers: LAN });
  const { now, heedless, publicName, nowHint } = chooseWords('en', undefined);
  const folded = [now, heedless, publicName].map((title) => text.indexOf(`<summary>${title}</summary>`));
  expect(Math.min(...folded)).toBeGreaterThan(text.indexOf('Download the certificate'));
  expect(text.indexOf(nowHint)).toBeGreaterThan(text.indexOf(`<summary>${now}</summary>`));
});

it('plain http off loopback redirects to the user’s public name, which needs no certificate to be installed', async () => {
  const { ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org'] });
  const { text } = await ask('/install', { headers: LAN });
  expect(text).toContain('href="https://panel.example.org/"');
  expect(text).toContain('Ready to go');
  expect(text).not.toContain('needs to trust');
  expect(text).not.toContain('authority.crt');
});

it("the certificate is served in each system's format, on both listeners", async () => {
  const { ask } = await testProxy({ argv: ['--name', 'hall'] });
  for (const headers of [{ host: 'hall.local' }, {}]) {
    const certificate = await ask('/install/authority.crt', { headers });
    expect(certificate.headers).toMatchObject({
      'content-type': 'application/x-x509-ca-cert',
      'content-disposition': 'attachment; filename="hall.crt"'
    });
    expect(new X509Certificate(certificate.text).ca).toBe(true);
    expect(certificate.text).not.toContain('PRIVATE');
    const profile = await ask('/install/authority.mobileconfig', { headers });
    expect(profile.headers['content-type']).toBe('application/x-apple-aspen-config');
    const data = /<data>([^<]*)<\/data>/.exec(profile.text)?.[1] ?? '';
    expect(Buffer.from(data, 'base64')).toEqual(new X509Certificate(certificate.text).raw);
  }
});

it('the certificate comes in a profile that is a property list, and is the same each time', async () => {
  const { ask } = await testProxy();
  const { text } = await ask('/install/authority.mobileconfig');
  expect((await ask('/install/authority.mobileconfig')).text).toBe(text);
  expect(text).toMatch(
    /<string>[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}<\/string>/
  );
  for (const [, tag] of text.matchAll(/<(dict|array|plist)\b/g))
    expect(text.split(`<${tag}`).length).toBe(text.split(`</${tag}>`).length);
});

it('other origins may load only the trusted image, and only over https', async () => {
  const { ask } = await testProxy({ argv: ['--origin', 'https://panel.example.org'] });
  const cross = { 'sec-fetch-site': 'cross-site' };
  const image = await ask('/trust.svg', { headers: { ...cross, host: 'panel.example.org' } });
  expect(image).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store'
    }
  });
  expect((await ask('/trust.svg', { headers: cross })).status).toBe(404);
  expect((await ask('/install/authority.crt')).headers['cross-origin-resource-policy']).toBe('same-origin');
});

it('the texts have the same placeholders in every language', () => {
  const gapsOf = (value: unknown): unknown =>
    typeof value === 'string'
      ? (value.match(/\{\w+\}/g) ?? []).sort()
      : typeof value === 'object' && value !== null
        ? Object.entries(value).map(([key, each]) => [key, gapsOf(each)])
        : value;
  const [first, ...others] = LANGUAGES.map(gapsOf);
  for (const other of others) expect(other).toEqual(first);
});

it.each([
  [undefined, undefined, 'en'],
  [undefined, 'uk;q=0.1, fr', 'uk'],
  [undefined, 'uk;q=0, en;q=0.1', 'en'],
  [undefined, 'en;q=0.2,uk;q=0.7', 'uk'],
  ['fr', 'uk', 'uk']
])('the language for the request %j and the accepted %j is %s', (asked, accepted, language) => {
  expect(chooseWords(asked, accepted).language).toBe(language);
});

it.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/147.0.0.0 Mobile Safari/537.36', 'android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) FxiOS/130.0', 'ios'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', 'firefox'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/147.0.0.0 Safari/537.36', 'windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'macos'],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/147.0.0.0 Safari/537.36', 'linux'],
  ['', 'android']
])('a system is detected by its user agent: %s', (agent, system) => {
  expect(systemOf(agent)).toBe(system);
});

it('text in markup is escaped', () => {
  expect(html`<b title="${'"&'}">${'<img onerror>'}</b>${[html`<i></i>`]}`.text).toBe(
    '<b title="&#34;&#38;">&#60;img onerror&#62;</b><i></i>'
  );
});
