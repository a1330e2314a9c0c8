import { expect, it } from 'vitest';
import { aLiveScreen, aScreen, ann, keptHome } from '../test-screen';

it('the proxy tells when alarms began and were seen, by this page’s clock, and which armed sensors do not guard', async () => {
  const { opened, sockets, environment } = await aLiveScreen();
  const now = environment.clock.now();
  const seen = { forMs: 2000, by: 'Hall tablet' };
  const alarm = { id: 'a1', kind: 'smoke', device: 2, room: 'Hall', forMs: 5000, seen };
  sockets.last.say({ type: 'alarms', alarms: [alarm], unguarded: [1] });
  expect(opened.alarms.value).toMatchObject([{ since: now - 5000, seenAt: now - 2000, seen }]);
  expect(opened.state.device(1)?.isUnguarded).toBe(true);
  expect(opened.state.device(2)?.isUnguarded).toBeUndefined();
  expect(opened.state.reportedDevice(1), 'the controller does not say so').not.toHaveProperty('isUnguarded');
  sockets.last.say({ type: 'alarms', alarms: [] });
  expect(opened.state.device(1)?.isUnguarded).toBeUndefined();
});

it('which armed sensors did not guard is known again at the next start, also without a connection', async () => {
  const { start } = aScreen({ session: ann, kept: { ...keptHome, unguarded: [1] } });
  const { app } = await start();
  expect(app.opened?.state.device(1)?.isUnguarded).toBe(true);
});
