import { seesLink, enter, expectThat, signIn, type Flow } from './flow';

/** First visit, sign-in and sign-out. */
export const SESSION = {
  'first-visit': {
    about: 'the first page is the connect page, and the engine has what offline use needs',
    async run({ page, picture }) {
      await page.open('/');
      await page.sees({ role: 'heading', name: 'Find your home' });
      await page.isAt('/connect');
      const isComplete = await page.evaluate(
        'isSecureContext && "serviceWorker" in navigator && "indexedDB" in window && "WebSocket" in window'
      );
      expectThat(isComplete === true, 'no secure context, service worker, database or WebSocket');
      await picture('connect');
    }
  },
  'sign-in': {
    about: 'two clicks lead from the connect page to the demo home, and it is live',
    async run(world) {
      await world.page.open('/');
      await signIn(world);
      await world.page.sees({ role: 'heading', name: 'Demo home' });
      await world.page.sees({ role: 'link', starts: 'Living room' });
      await world.picture('home');
    }
  },
  room: {
    about: 'a room opens from the home, and Back leads home',
    opens: ['/', 'Demo home'],
    async run(world) {
      const { page } = world;
      await page.click({ role: 'link', starts: 'Living room' });
      await page.sees({ role: 'heading', name: 'Living room' });
      await page.isAt('/rooms/11');
      await world.picture('room');
      await page.click({ role: 'link', name: 'Back' });
      await page.sees({ role: 'heading', name: 'Demo home' });
    }
  },
  'sign-out': {
    about: 'after the sign-out, every address leads to the connect page',
    opens: ['/settings', 'Settings'],
    async run(world) {
      const { page } = world;
      await page.click({ role: 'button', name: 'Sign out' });
      await page.sees({ role: 'heading', name: 'Find your home' });
      await page.open('/rooms/11');
      await page.sees({ role: 'heading', name: 'Find your home' });
      await page.isAt('/connect');
    }
  }
} as const satisfies Readonly<Record<string, Flow>>;

/** The way back from an outage. */
export const offline: Flow = {
  about:
    'without the proxy a reload shows the last home with its age, and nothing can be pressed; with it, the page is live without a reload',
  async run(world) {
    const { page, program } = world;
    await enter(world, '/settings', 'Settings');
    await page.holds('document.body.innerText.includes("Works offline")', 'the app is not cached');
    await enter(world, '/rooms/11', 'Living room');

    await program.kill();
    try {
      await seesLink(page, 'Reconnecting…', 'Offline');
      await page.open('/rooms/11');
      await page.sees({ role: 'switch', name: 'Floor lamp' }, ({ isDisabled }) => isDisabled);
      await page.sees({ role: 'slider', name: 'Ceiling lights' }, ({ isDisabled }) => isDisabled);
      await page.sees({ role: 'group', name: 'Floor lamp' }, ({ text }) => text.includes('as of'));
      await seesLink(page, 'Reconnecting…', 'Offline');
      await world.picture('offline');
      await page.evaluate('window.isSamePage = true');
    } finally {
      await program.start();
    }
    await seesLink(page, 'Live');
    await page.sees({ role: 'switch', name: 'Floor lamp' }, ({ isDisabled }) => !isDisabled);
    expectThat((await page.evaluate('window.isSamePage')) === true, 'the page reloaded');
  }
};
