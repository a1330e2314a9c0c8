import * as make from '../../../proxy/sources/virtual/house/make';
import { startVirtual } from '../../../proxy/sources/virtual/start';
import { houseOf, roomOf } from '../../support/house';
import { openWorld } from '../../support/world';
import { expectThat, seesLink, type Flow } from './flow';

const LAMPS = Array.from({ length: 40 }, (_, at) => 101 + at);
const HALL = roomOf(
  20,
  'Hall',
  LAMPS.map((id) => make.lamp(id, `Lamp ${id}`, { params: { Status: true } }))
);
/** Signs the page in to the controller on this machine. */
const SIGN_IN = `(fetch('/api/sign-in', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ address: '127.0.0.1', username: 'demo', password: 'demo', screen: 'Phone' })
}).then(({ ok }) => { window.isSignedIn = ok; }), true)`;
/** Leaves the page 50 ms after the next click. Nothing of it runs or is connected then. */
const LEAVE =
  "(addEventListener('click', () => setTimeout(() => location.replace('about:blank'), 50), { once: true }), true)";

/** A page that is closed while its commands are under way. */
export const closing: Flow = {
  about: 'forty lamps go off once each, although the page is left 50 ms after the touch',
  async run({ page }) {
    const { controller, program, stop } = await openWorld(
      await startVirtual({ isLiving: false, house: houseOf(HALL) })
    );
    try {
      await page.open('/', program.url);
      await page.evaluate(SIGN_IN);
      await page.holds('window.isSignedIn === true', 'there was no sign-in');
      await page.open('/rooms/20', program.url);
      await seesLink(page, 'Live');
      await page.evaluate(LEAVE);
      await page.click({ role: 'switch', name: 'Lights in Hall' });
      const received = () => controller.commandsReceived().map(({ device }) => device);
      await page.until(
        async () => received().length >= LAMPS.length || null,
        () => `the controller received ${received().length} commands`
      );
      const sorted = received().toSorted((one, other) => one - other);
      expectThat(sorted.join() === LAMPS.join(), `the controller received ${sorted.join(', ')}`);
      expectThat((await page.evaluate('location.href')) === 'about:blank', 'the page was not left');
    } finally {
      await page.open('/');
      await stop();
    }
  }
};
