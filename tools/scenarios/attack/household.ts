import { atMost, none } from '../../support/figures';
import { join } from '../../support/join';
import { json, refusal } from '../../support/misbehaving-controller';
import type { Scenario } from '../scenario';
import { LIGHTS, nthOf, OWNERS_LIGHT, SHUTTERS, SMALL_HOME } from './prepared-homes';
import { withSetup } from './setup';

const LASTS_MS = 20_000;
const HOUR_MS = 3_600_000;
const MB_PER_MINUTE = 1;
const OFF = { method: 'setStatus', params: { status: false } };
const OWNERS_TIMER = { room: 3, commands: [{ device: OWNERS_LIGHT, ...OFF }], inMs: HOUR_MS };

const timerFlood: Scenario = {
  about: 'A guest of one room sets timers and names other rooms in its frames, as fast as it can',
  run: () =>
    withSetup({}, async (setup) => {
      const { owner } = setup;
      const guest = await setup.pair({ rooms: [1], commands: true });
      await setup.call(owner, 'POST', '/timers', OWNERS_TIMER);
      return setup.measureMemory(() =>
        setup.measureWaits(async () => {
          const written = await setup.written();
          const begun = performance.now();
          for (let at = 0; performance.now() - begun < LASTS_MS; at++) {
            const commands = LIGHTS.map((device) => ({ device, ...OFF }));
            await setup.call(guest, 'POST', '/timers', { room: 1, commands, inMs: HOUR_MS - at });
            const frame = {
              what: 'lights-off',
              scope: 'room:3',
              commands: [{ device: nthOf(LIGHTS, at), ...OFF }]
            };
            await setup.say(guest.cookie, frame);
          }
          const mb = ((await setup.written()) - written) / ((performance.now() - begun) / 60_000);
          const lists = await Promise.all(
            ['/timers', '/happened'].map((list) => setup.call(owner, 'GET', list))
          );
          const { status } = await setup.call(owner, 'POST', '/timers', OWNERS_TIMER);
          return [
            none(
              'Lists without the timer of the owner',
              lists.filter(({ text }) => !text.includes('"room":3')).length
            ),
            none('Timers that the owner could not set', status === 201 ? 0 : 1),
            atMost(MB_PER_MINUTE, 'Written to the disk in a minute', mb, 'MB')
          ];
        })
      );
    })
};

/** The name, and the token, of another account of the controller, which sees the shutters of one room. */
const LODGER = 'lodger';
const LODGERS = Buffer.from(`${LODGER}:${LODGER}`).toString('base64');
/** Any device of another room. */
const OTHERS = new RegExp(`"device":(?!(?:${SHUTTERS.join('|')})\\b)\\d`);

const otherAccount: Scenario = {
  about: 'A screen of another account, which sees one room, reads every list and edits what it can name',
  run: () => {
    const behaviours: NonNullable<Parameters<typeof withSetup>[0]>['behaviours'] = {
      'POST /auth/login': (response, seen) => {
        const token = seen.headers.authorization === `Basic ${LODGERS}` ? LODGER : 'access-1';
        json({ token, refresh_token: 'refresh-1' })(response, seen);
      },
      'GET /devices': (response, seen) => {
        const devices = {
          [`Bearer ${LODGER}`]: SMALL_HOME.filter(({ id }) => SHUTTERS.includes(id)),
          'Bearer access-1': SMALL_HOME
        }[seen.headers.authorization ?? ''];
        (devices ? json(devices) : refusal(401))(response, seen);
      }
    };
    return withSetup({ behaviours }, async (setup) => {
      const { owner } = setup;
      const commands = LIGHTS.map((device) => ({ device, ...OFF }));
      const scene = { name: 'Night', icon: 'night', commands };
      await setup.call(owner, 'PUT', '/scenes/night', scene);
      await setup.call(owner, 'POST', '/timers', OWNERS_TIMER);
      const lodger = await join(setup.program.url, { username: LODGER, password: LODGER });
      const lists = ['/scenes', '/timers', '/happened'];
      const read = await Promise.all(lists.map((list) => setup.call(lodger, 'GET', list)));
      const edits = await Promise.all([
        setup.call(lodger, 'PUT', '/scenes/night', { ...scene, commands: commands.slice(0, 1) }),
        setup.call(lodger, 'DELETE', '/scenes/night'),
        setup.call(lodger, 'POST', '/timers', OWNERS_TIMER)
      ]);
      const { text } = await setup.call(owner, 'GET', '/scenes');
      return [
        none('Lists with devices of others', read.filter((list) => OTHERS.test(list.text)).length),
        none('Edits that were taken', edits.filter(({ status }) => status < 400).length),
        none('Scenes of the owner that differ', OTHERS.test(text) ? 0 : 1)
      ];
    });
  }
};

/** Attempts of people who are let in. */
export const HOUSEHOLD: Readonly<Record<string, Scenario>> = {
  'timer-flood': timerFlood,
  'other-account': otherAccount
};
