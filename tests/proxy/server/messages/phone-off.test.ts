import { expect, it } from 'vitest';
import webPush from 'web-push';
import { Senders } from '../../../../proxy/server/messages/senders';
import { FakeClock } from '../../../support/fake-clock';
import { PushService } from '../../../support/push-service';
import { VirtualPhone } from '../../../support/ways';
import { DOOR, everything, LEAK, MINUTE, SMOKE, world, type DeliveryWorld } from './delivery-world';

const HOUR = 60 * MINUTE;

/** A home whose one phone is off, and its push service. */
async function phoneOff() {
  const clock = new FakeClock();
  const phone = new VirtualPhone();
  const service = new PushService(clock, phone);
  const senders = new Senders({ outgoing: service, keys: webPush.generateVAPIDKeys() });
  const subscription = {
    ...phone.subscription('https://push.example/1'),
    language: 'en-GB',
    timeZone: 'UTC',
    origin: 'https://mantel.local'
  };
  const answers = { phone: (message: Parameters<Senders['push']>[1]) => senders.push(subscription, message) };
  const of = await world({ clock, answers, phones: { phone: everything } });
  return { of, service };
}

it.each<[string, (of: DeliveryWorld) => void, string]>([
  ['smoke', ({ trip }) => trip(SMOKE), 'Smoke: Kitchen'],
  ['water', ({ trip }) => trip(LEAK), 'Water: Cellar'],
  [
    'an armed door, which is closed long since,',
    ({ trip }) => {
      trip(DOOR, false, { Armed: true });
      trip(DOOR);
      trip(DOOR, false);
    },
    'Armed sensor tripped: Cellar'
  ]
])('a phone that was off for 8 h gets %s that stands, once', async (_name, begin, title) => {
  const { of, service } = await phoneOff();
  begin(of);
  await of.clock.advance(8 * HOUR);
  expect(service.deliver()).toMatchObject([
    { title, silent: false, renotify: true, requireInteraction: true }
  ]);
});

it('a phone that was off gets only that it is over, and who has seen it', async () => {
  const { of, service } = await phoneOff();
  of.trip(SMOKE);
  await of.clock.advance(HOUR);
  await of.see('told', 'Hall tablet');
  await of.clock.advance(10_000);
  expect(service.deliver()).toMatchObject([{ body: 'Seen on Hall tablet, 01:00', silent: true }]);
  of.trip(SMOKE, false);
  await of.clock.advance(11 * MINUTE);
  expect(service.deliver()).toMatchObject([
    { title: 'Over · Smoke: Kitchen', silent: true, renotify: false }
  ]);
});
