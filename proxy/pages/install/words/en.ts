/**
 * The texts of the page in English. `{file}`, `{origin}` and others are parameters. Of each guide, `stuck` says what to check if the
 * certificate is installed but not trusted. Of each drawing of a page of a phone's settings, the last row is the one to touch.
 */
export const en = {
  /** The language tag. */
  language: 'en',
  /** The name of the language in that language. */
  self: 'English',
  title: 'Set up Mantel',
  heading: 'Set up this device',
  lead: 'To keep your home private, this device needs to trust your Mantel server. It takes 2 minutes, once.',
  checking: 'Checking whether this device trusts your server…',
  untrusted: 'Not trusted yet',
  untrustedHint: 'Follow the steps. This page turns green when you’re done.',
  stuck: 'Almost done: one step left',
  trusted: 'You’re all set',
  byAddress:
    'This device can’t find the server by name, so it uses the address. Set your router to keep that address (“DHCP reservation”). If the address changes, you need to install the app again.',
  open: 'Open Mantel',
  noScript: 'This page can’t check for itself without JavaScript. When you’re done, open {origin}.',
  clocks: 'Clocks don’t match: {here} here, {there} on the server. Correct the wrong one.',
  ownName: 'Ready to go',
  ownNameHint: 'This server is already trusted.',
  reserve:
    'Before you install the app, set your router to keep the server’s address (“DHCP reservation”). If the address changes, you need to install the app again.',
  install: 'Trust the server’s certificate',
  installHint: 'Your server made this certificate. It only works inside your home.',
  download: 'Download the certificate',
  downloadProfile: 'Download the profile',
  fingerprint: 'SHA-256 fingerprint. The server also prints it when it starts:',
  otherSystems: 'Other devices',
  publicName: 'Use your own domain (advanced)',
  publicNameHint:
    'With a certificate for your own domain, nobody has to install anything. Start Mantel with --tls-cert and --tls-key, or with --origin behind your own server. See docs/https.md.',
  now: 'Use it now, without setup',
  nowHint:
    'Your browser will show a warning. Continue only if the certificate’s SHA-256 fingerprint matches this one.',
  nowLacks:
    'Without it: no home-screen app, no offline use, and the warning returns. In Safari and some other browsers, changes don’t show live.',
  nowOpen: 'Open with a warning',
  heedless: 'Browsers that won’t work',
  heedlessHint:
    'Browsers inside other apps (Facebook, Telegram, Viber and others) and DuckDuckGo on Android don’t trust your certificate. Firefox on Android does after this: Settings › About Firefox, tap the logo seven times, then Settings › Secret Settings › Use third party CA certificates. Chrome, Edge, Samsung Internet and Safari work.',
  next: 'Another phone',
  nextHint: 'Scan this with its camera.',
  guides: {
    android: {
      name: 'Android',
      steps: [
        'Download the certificate with the button above.',
        'Open Settings › Security & privacy › More security settings › Encryption & credentials › Install a certificate › CA certificate.',
        'Tap “Install anyway” and choose {file} from the downloads.',
        'Come back to this page.'
      ],
      stuck:
        'Don’t open the file itself. Install it in Settings as a “CA certificate” (not “VPN & app”, not “Wi-Fi”).'
    },
    ios: {
      name: 'iPhone and iPad',
      steps: [
        'In Safari, download the profile with the button above, and allow it.',
        'Open Settings › Profile Downloaded › Install.',
        'Then the second switch: Settings › General › About › Certificate Trust Settings, and turn on “{authority}”.',
        'Come back to this page.'
      ],
      stuck: 'One switch is left: Settings › General › About › Certificate Trust Settings.'
    },
    windows: {
      name: 'Windows',
      steps: [
        'Download the certificate, open it, and choose “Install Certificate…”.',
        'Choose “Current User”, then “Place all certificates in the following store” and there “Trusted Root Certification Authorities”.',
        'Restart the browser.'
      ],
      stuck: 'Check that it’s in “Trusted Root Certification Authorities”, then restart the browser.'
    },
    macos: {
      name: 'Mac',
      steps: [
        'Download the certificate and open it. Keychain Access adds it.',
        'In Keychain Access, double-click “{authority}” and choose “Always Trust” under “Trust”.',
        'Restart the browser.'
      ],
      stuck: 'Check that Keychain Access says “Always Trust”, then restart the browser.'
    },
    linux: {
      name: 'Linux',
      steps: [
        'Download the certificate.',
        'Chrome, Chromium, Edge: Settings › Privacy and security › Security › Manage certificates › Custom › Trusted certificates › Import.',
        'For all programs, on Debian and Ubuntu: copy {file} to /usr/local/share/ca-certificates and run update-ca-certificates as root.'
      ],
      stuck: 'Chrome and Chromium have their own list. Import it there too, then restart the browser.'
    },
    firefox: {
      name: 'Firefox',
      steps: [
        'On Windows and macOS, follow the steps for your system. Firefox uses them too.',
        'On Linux: download the certificate, then Settings › Privacy & Security › View Certificates › Authorities › Import, and tick “Trust this CA to identify websites”.',
        'On Android, see “Browsers that won’t work” below.'
      ],
      stuck: 'Restart Firefox. It reads certificates only when it starts.'
    }
  },
  drawings: {
    android: {
      title: 'Install a certificate',
      rows: ['VPN & app user certificate', 'Wi-Fi certificate', 'CA certificate'],
      caption: 'Names vary by phone. Search the settings for “CA certificate”.'
    },
    ios: {
      title: 'Certificate Trust Settings',
      rows: ['{authority}'],
      caption: 'Don’t miss this second switch.'
    }
  }
};

/** The texts in one language: each language has those of English. */
export type InstallMessages = typeof en;
