import { expect, it } from 'vitest';
import { startupBanner, type StartupBannerDeps } from '../../../../proxy/box/cli/startup-banner';
import { detectHostKind } from '../../../../proxy/server/base/platform/host-kind';

const AT_HOME = {
  origins: ['https://mantel.local:8443', 'https://192.168.1.5:8443'],
  firstPage: 'http://192.168.1.5:8420/install'
};

type Parts = Partial<Omit<StartupBannerDeps, 'proxy'>> & { serverOrigins?: typeof AT_HOME };
const bannerOf = ({ serverOrigins = AT_HOME, ...parts }: Parts = {}) =>
  startupBanner({
    proxy: { http: 'http://127.0.0.1:8420', fingerprint: 'AB:CD', serverOrigins },
    hostKind: 'plain',
    isDemo: false,
    isTerminal: false,
    ...parts
  });

it("the startup banner prints all addresses, the next step, a phone's start page, and the fingerprint of the certificate", () => {
  expect(bannerOf()).toBe(
    [
      '  http://127.0.0.1:8420',
      '  https://mantel.local:8443',
      '  https://192.168.1.5:8443',
      '',
      'Mantel is ready: open http://127.0.0.1:8420 on this machine and sign in to your controller.',
      '',
      'On a phone or tablet, open http://192.168.1.5:8420/install.',
      '',
      'Its certificate’s SHA-256 fingerprint:',
      '  AB:CD',
      ''
    ].join('\n')
  );
});

it('the startup banner draws a QR code of the install page’s address on a terminal', () => {
  const drawn = bannerOf({ isTerminal: true });
  expect(drawn).toContain('point its camera here');
  expect(drawn).toMatch(/[▀▄█]{10}/);
  expect(bannerOf()).not.toMatch(/[▀▄█]/);
});

it("the startup banner prints the user's public name for phones", () => {
  const origin = 'https://panel.example.org';
  expect(bannerOf({ serverOrigins: { origins: [origin], firstPage: origin } })).toContain(
    'On a phone or tablet, open https://panel.example.org.'
  );
});

it('the startup banner says that no phone can reach it without an address in the home network', () => {
  const nowhere = { origins: [], firstPage: null };
  const banner = startupBanner({
    proxy: { http: 'http://127.0.0.1:8420', fingerprint: null, serverOrigins: nowhere },
    hostKind: 'plain',
    isDemo: true,
    isTerminal: true
  });
  expect(banner).toContain('Phones can’t connect');
  expect(banner).toContain('sign in to "Demo home" as demo, password demo');
});

it.each([
  ['container', 'host’s network'],
  ['wsl', '.wslconfig']
] as const)('the startup banner says what to do in a %s', (machine, advice) => {
  expect(bannerOf({ hostKind: machine })).toContain(advice);
});

it.each([
  [['/.dockerenv'], '6.1.0', 'container'],
  [['/run/.containerenv'], '6.1.0', 'container'],
  [[], '5.15.153.1-microsoft-standard-WSL2', 'wsl'],
  [[], '6.1.0-21-amd64', 'plain']
])('the kind of machine is detected by its marks: %j %s', (files, kernel, machine) => {
  expect(detectHostKind((path) => files.includes(path), kernel)).toBe(machine);
});
