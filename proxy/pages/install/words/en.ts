import type { InstallMessages } from './words';

/** The page in English. */
export const en: InstallMessages = {
  language: 'en',
  self: 'English',
  title: 'Mantel in your home',
  heading: 'Bring Mantel to this device',
  lead: 'Your home is shown over an encrypted connection, and over no other. For that, this device has to know your box: once, in about two minutes. There are two ways, and either will do.',
  ways: 'Two ways, either will do',
  checking: 'Looking whether this device trusts the box…',
  untrusted: 'Not trusted yet',
  untrustedHint: 'Follow the steps below. This page looks again by itself, and turns green when it is done.',
  stuck: 'Installed, not yet trusted',
  trusted: 'This device trusts the box',
  byAddress:
    'This device does not find the box by its name, so it goes by its address. Have your router give the box the same address for good (“DHCP reservation”): an installed app belongs to the address from which it was installed.',
  open: 'Open Mantel',
  noScript: 'Without JavaScript this page cannot look by itself. When the steps are done, open {origin}.',
  clocks:
    'The clocks differ: here it is {here}, on the box it is {there}. Set the wrong one right, for a certificate holds only at its time.',
  ownName: 'Nothing to install',
  ownNameHint: 'This box has a name that every device trusts.',
  reserve:
    'The box is known by its address. Have your router give it the same address for good (“DHCP reservation”) before you install the app: an installed app belongs to its address.',
  install: 'Trust the box’s certificate',
  installHint:
    'The certificate is of your box’s own making. It vouches for addresses inside a home, and for nothing on the internet.',
  download: 'Download the certificate',
  downloadProfile: 'Download the profile',
  fingerprint: 'Its SHA-256 fingerprint, which the box also prints when it starts:',
  otherSystems: 'Other devices',
  publicName: 'Use a name of your own',
  publicNameHint:
    'If you own a domain, give the box a certificate that every device trusts already: then nobody has to install anything. Start Mantel with --tls-cert and --tls-key, or behind your own server with --origin. How to is in docs/https.md.',
  now: 'Use it now, without installing',
  nowHint:
    'The browser will warn you, for it does not know the box. Look at the certificate that it shows: go on only if its SHA-256 fingerprint is this one.',
  nowLacks:
    'What you go without: the app on the home screen, opening it without a connection, and in some browsers, Safari among them, live changes. And the warning comes again.',
  nowOpen: 'Open with a warning',
  heedless: 'Browsers that do not heed it',
  heedlessHint:
    'The browsers inside other apps (Facebook, Telegram, Viber and others) and DuckDuckGo on Android trust no certificate of yours. Firefox on Android does when told to: Settings › About Firefox, touch the logo seven times, then Settings › Secret Settings › Use third party CA certificates. Chrome, Edge, Samsung Internet and Safari do.',
  next: 'The next phone',
  nextHint: 'Point its camera here: it comes to this page by the box’s address.',
  guides: {
    android: {
      name: 'Android',
      steps: [
        'Download the certificate with the button above.',
        'Open Settings › Security & privacy › More security settings › Encryption & credentials › Install a certificate › CA certificate.',
        'Touch “Install anyway” and choose {file} from the downloads.',
        'Come back to this page.'
      ],
      stuck:
        'Opening the file is not enough: Android takes an authority from its settings alone, as “CA certificate” (not “VPN and app” and not “Wi-Fi”).'
    },
    ios: {
      name: 'iPhone and iPad',
      steps: [
        'In Safari, download the profile with the button above, and allow it.',
        'Open Settings › Profile Downloaded › Install.',
        'Then the second switch: Settings › General › About › Certificate Trust Settings, and turn on “{authority}”.',
        'Come back to this page.'
      ],
      stuck:
        'The profile alone is not enough: the second switch is in Settings › General › About › Certificate Trust Settings.'
    },
    windows: {
      name: 'Windows',
      steps: [
        'Download the certificate, open it, and choose “Install Certificate…”.',
        'Choose “Current User”, then “Place all certificates in the following store” and there “Trusted Root Certification Authorities”.',
        'Restart the browser.'
      ],
      stuck: 'It must lie in “Trusted Root Certification Authorities”, and the browser must be restarted.'
    },
    macos: {
      name: 'Mac',
      steps: [
        'Download the certificate and open it: Keychain Access takes it in.',
        'There, open “{authority}” by a double click, and under “Trust” choose “Always Trust”.',
        'Restart the browser.'
      ],
      stuck: 'In Keychain Access it must say “Always Trust”, and the browser must be restarted.'
    },
    linux: {
      name: 'Linux',
      steps: [
        'Download the certificate.',
        'Chrome, Chromium, Edge: Settings › Privacy and security › Security › Manage certificates › Custom › Trusted certificates › Import.',
        'For all programs, on Debian and Ubuntu: copy {file} to /usr/local/share/ca-certificates and run update-ca-certificates as root.'
      ],
      stuck:
        'Chrome and Chromium keep certificates of their own: it must be among the trusted ones there, and the browser be restarted.'
    },
    firefox: {
      name: 'Firefox',
      steps: [
        'On Windows and macOS, install it as for the system: Firefox heeds that.',
        'On Linux: download the certificate, then Settings › Privacy & Security › View Certificates › Authorities › Import, and tick “Trust this CA to identify websites”.',
        'On Android, see “Browsers that do not heed it”, below.'
      ],
      stuck: 'Firefox looks at certificates when it starts: restart it.'
    }
  },
  drawings: {
    android: {
      title: 'Install a certificate',
      rows: ['VPN & app user certificate', 'Wi-Fi certificate', 'CA certificate'],
      caption: 'Makers’ names differ a little: search the settings for “CA certificate”.'
    },
    ios: {
      title: 'Certificate Trust Settings',
      rows: ['{authority}'],
      caption: 'The second switch, which many miss.'
    }
  }
};
