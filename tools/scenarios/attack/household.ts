import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { atMost, none, reported, type Finding } from '../../support/figures';
import { join, type Grant } from '../../support/join';
import { json, refusal } from '../../support/misbehaving-controller';
import type { Scenario } from '../scenario';
import { LIGHTS, nthOf, OWNERS_LIGHT, SMALL_HOME } from './prepared-homes';
import { withSetup, type AttackSetup } from './setup';

const LASTS_MS = 20_000;
const HOUR_MS = 3_600_000;
const MB_PER_MINUTE = 1;
const OFF = { method: 'setStatus', params: { status: false } };

const timersSchema = v.object({ timers: v.array(v.object({ id: v.string(), by: v.unknown() })) });

/** Calls a route of the owner's controller as a screen. */
function caller(setup: AttackSetup, { cookie, controller }: Grant) {
  return (method: string, path: string, body?: object) =>
    setup.ask({
      ...{ method, path: `/api/controllers/${controller}${path}`, headers: { cookie } },
      ...(body && { body })
    });
}

/** A guest of the hall sets and cancels timers, and says in frames that it switches off the cellar, as fast as it can. */
const timerFlood: Scenario = {
  about:
    'A guest of one room sets and cancels timers, and names other rooms in its frames, as fast as it can',
  run: () =>
    withSetup({}, async (setup) => {
      const [asOwner, guest] = [caller(setup, setup.owner), await setup.pair({ rooms: [1], commands: true })];
      const asGuest = caller(setup, guest);
      const cellar = { room: 3, commands: [{ device: OWNERS_LIGHT, ...OFF }] };
      await asOwner('POST', '/timers', { ...cellar, inMs: HOUR_MS });
      return setup.measureMemory(() =>
        setup.measureWaits(async () => {
          const [before, begun] = [await setup.written(), performance.now()];
          for (let at = 0; performance.now() - begun < LASTS_MS; at++) {
            const commands = LIGHTS.map((device) => ({ device, ...OFF }));
            await asGuest('POST', '/timers', { room: 1, commands, inMs: HOUR_MS - at });
            const speaker = await setup.speaker(guest.cookie).catch(() => null);
            const frame = {
              what: 'lights-off',
              scope: 'room:3',
              commands: [{ device: nthOf(LIGHTS, at), ...OFF }]
            };
            await speaker?.say(frame).catch(() => null);
            speaker?.close();
          }
          const minutes = (performance.now() - begun) / 60_000;
          const { timers } = v.parse(timersSchema, JSON.parse((await asOwner('GET', '/timers')).text));
          const owners = await asOwner('POST', '/timers', { device: OWNERS_LIGHT, ...OFF, inMs: HOUR_MS });
          return [
            reported('Timers at the end', timers.length),
            none('Timers of the owner that are gone', timers.some(({ by }) => isOwners(by)) ? 0 : 1),
            none(
              'Rows of the owner that are gone',
              (await asOwner('GET', '/happened')).text.includes('"room":3') ? 0 : 1
            ),
            none('Timers that the owner could not set', owners.status === 201 ? 0 : 1),
            atMost(
              MB_PER_MINUTE,
              'Written to the disk in a minute',
              ((await setup.written()) - before) / minutes,
              'MB'
            )
          ];
        })
      );
    })
};

/** The owner's screen has the name of the sign-in; the guest's has another one. */
const isOwners = (by: unknown) => JSON.stringify(by).includes('Kitchen');

const LODGER = 'lodger';

/** Another user of the controller, who has one light, reads all lists and edits what the owner has made. */
const otherUser: Scenario = {
  about: 'Another user of the controller, who has one light, reads every list and edits what it can name',
  run: () => {
    const isLodger = (authorization = '') => authorization.includes(LODGER);
    const credentials = (authorization = '') => Buffer.from(authorization.slice(6), 'base64').toString();
    return withSetup(
      {
        behaviours: {
          'POST /auth/login': (response, seen) => {
            const token = isLodger(credentials(seen.headers.authorization)) ? LODGER : 'access-1';
            json({ token, refresh_token: 'refresh-1' })(response, seen);
          },
          'GET /devices': (response, seen) => {
            const { authorization } = seen.headers;
            const isKnown = isLodger(authorization) || authorization === 'Bearer access-1';
            const devices = isLodger(authorization) ? SMALL_HOME.slice(0, 1) : SMALL_HOME;
            (isKnown ? json(devices) : refusal(401))(response, seen);
          }
        }
      },
      async (setup) => {
        const asOwner = caller(setup, setup.owner);
        const scene = (level: boolean) => ({
          ...{ name: 'Night', icon: 'night' },
          commands: LIGHTS.map((device) => ({ device, method: 'setStatus', params: { status: level } }))
        });
        await asOwner('PUT', '/scenes/night', scene(false));
        await asOwner('POST', '/timers', { device: OWNERS_LIGHT, ...OFF, inMs: HOUR_MS });
        await setup.command(OWNERS_LIGHT, OFF);
        await sleep(1_000);
        const lists = ['/scenes', '/timers'];
        const owners = async () =>
          (await Promise.all(lists.map((list) => asOwner('GET', list)))).map(withoutTime);
        const before = await owners();
        const asLodger = caller(setup, await join(setup.program.url, { username: LODGER, password: LODGER }));
        const read = await Promise.all([...lists, '/happened'].map((list) => asLodger('GET', list)));
        const edits = await Promise.all([
          asLodger('PUT', '/scenes/night', scene(true)),
          asLodger('DELETE', '/scenes/night'),
          asLodger('POST', '/timers', { device: OWNERS_LIGHT, ...OFF, inMs: HOUR_MS })
        ]);
        const after = await owners();
        return [
          none('Lists with devices of others', read.filter(({ text }) => OTHERS.test(text)).length),
          none('Edits that were taken', edits.filter(({ status }) => status < 400).length),
          none('Lists of the owner that differ', after.filter((text, at) => text !== before[at]).length)
        ] satisfies readonly Finding[];
      }
    );
  }
};

/** Any device but the first. */
const OTHERS = /"device":(?!1\b)\d/;
const withoutTime = ({ text }: { readonly text: string }) => text.replaceAll(/"leftMs":\d+/g, '');

/** Attempts of people who are let in. */
export const HOUSEHOLD: Readonly<Record<string, Scenario>> = {
  'timer-flood': timerFlood,
  'other-user': otherUser
};
