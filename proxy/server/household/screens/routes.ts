import type { FastifyInstance } from 'fastify';
import { fail, succeed, type Result } from '#shared/errors';
import type { ScreenEntry } from '#shared/household';
import { editRights } from '#shared/rights';
import { serve } from '../../http/serve';
import type { Household } from '../household';
import { browserOf, screenOf } from '../requests';
import { arePast } from '../rights';
import { NOT_MANAGING, letInBy, PASSWORD_NEEDED, type Screen } from './screen';

const NOT_FOUND = fail('not-found', 'No screen of yours has this id.');

/**
 * Routes of PINs, and those that list, rename, limit, end and unlock screens, for example a lost phone. A screen that manages nothing
 * changes none that does. A 204 means that the change is on the disk: a power cut does not let a lost phone in again.
 */
export function registerScreens(app: FastifyInstance, household: Household) {
  const { screens, pins, typedPasswords, gate, accounts, known, activity, clock } = household;

  const mayChange = (asking: Screen, other: Screen) =>
    gate.manages(asking) || other.id === asking.id || !other.rights.manages;
  const find = (asking: Screen, id: string): Result<Screen, 'not-found' | 'limited-screen'> => {
    const found = screens.list(asking.controller).find((each) => each.id === id);
    if (!found) return NOT_FOUND;
    return mayChange(asking, found) ? succeed(found) : NOT_MANAGING;
  };

  serve(app, 'PUT /api/controllers/:id/pin', async (request, { pin }) => {
    const all = browserOf(request).screens.map(({ id }) => id);
    const set = await pins.set(screenOf(request).id, pin, all);
    return set.ok ? screens.saved() : set;
  });

  serve(app, 'DELETE /api/controllers/:id/pin', async (request) => {
    pins.remove(screenOf(request).id);
    return screens.saved();
  });

  serve(app, 'POST /api/controllers/:id/pin/unlock', async (request, { pin }) => {
    const unlocked = await pins.unlock(screenOf(request).id, pin);
    return unlocked.ok || unlocked;
  });

  serve(app, 'POST /api/controllers/:id/pin/lock', (request) => {
    pins.lock(screenOf(request).id);
    return true;
  });

  serve(app, 'DELETE /api/controllers/:id/screens/:screen/pin', async (request) => {
    const asking = screenOf(request);
    const screen = screens.list(asking.controller).find(({ id }) => id === request.params.screen);
    if (!screen) return fail('not-found', 'No screen of this home has this id.');
    if (!typedPasswords.isFresh(asking.id)) return PASSWORD_NEEDED;
    pins.reset(screen.id);
    return screens.saved();
  });

  serve(app, 'PUT /api/controllers/:id/sound', (request, { plays }) => {
    screens.noteSound(screenOf(request).id, plays);
    return true;
  });

  serve(app, 'GET /api/controllers/:id/screens', (request) => {
    const asking = screenOf(request);
    const all = screens.list(asking.controller);
    return { screens: all.map((each) => entryOf(each, asking, screens.soundOf(each.id))) };
  });

  serve(app, 'PATCH /api/controllers/:id/screens/:screen', async (request, change) => {
    const asking = screenOf(request);
    const edited = find(asking, request.params.screen);
    if (!edited.ok) return edited;
    const { id, rights: before } = edited.value;
    const { rights: edit } = change;
    if (edit && id === asking.id) return fail('bad-request', 'A screen cannot limit itself.');
    if (edit && arePast(edit, clock.now())) return fail('bad-request', 'Its end time is in the past.');
    const after = edit ? editRights(before, edit) : before;
    const gives = after.manages && !before.manages;
    if (gives && !gate.manages(asking)) return NOT_MANAGING;
    if (gives && !typedPasswords.isFresh(asking.id)) return PASSWORD_NEEDED;
    screens.change(id, change);
    return screens.saved();
  });

  serve(app, 'DELETE /api/controllers/:id/screens/:screen', async (request) => {
    const asking = screenOf(request);
    const ended = find(asking, request.params.screen);
    if (!ended.ok) return ended;
    const letIn = request.query.letIn === 'true' ? letInBy(screens.all, ended.value.id) : [];
    const others = letIn.filter((each) => each.id !== asking.id && mayChange(asking, each));
    for (const { id } of [ended.value, ...others])
      screens.end(id, id === asking.id ? {} : { reason: 'someone' });
    return screens.saved();
  });

  serve(app, 'DELETE /api/controllers/:id/screens', async (request) => {
    const asking = screenOf(request);
    if (!typedPasswords.isFresh(asking.id)) return PASSWORD_NEEDED;
    const others = screens
      .list(asking.controller)
      .filter((each) => each.id !== asking.id && mayChange(asking, each));
    for (const { id } of others) screens.end(id, { reason: 'someone' });
    return screens.saved();
  });

  serve(app, 'POST /api/controllers/:id/screens/let-back-in', async (request, body) => {
    const asking = screenOf(request);
    // A screen that ended meanwhile does not keep the others locked.
    const meant = screens.list(asking.controller).filter(({ id }) => body.screens.includes(id));
    if (!meant.every((each) => mayChange(asking, each))) return NOT_MANAGING;
    if (!accounts.tokens(asking.controller))
      return fail('signed-out', 'Somebody has to sign in with the account of the home first.');
    const [first, ...more] = screens.letBackIn(meant.map(({ id }) => id));
    if (first)
      activity.note({
        kind: 'let-back-in',
        controller: known.get(first.controller),
        screen: more.length === 0 ? first : undefined,
        by: asking,
        count: 1 + more.length
      });
    return screens.saved();
  });
}

function entryOf(screen: Screen, asking: Screen, playsSound: boolean | undefined): ScreenEntry {
  const { id, name, lastSeen, rights, locked, pin, browser, cameIn } = screen;
  const current = id === asking.id;
  const more = { ...(pin && { hasPin: true as const }), ...(browser !== undefined && { browser }) };
  const sound = playsSound !== undefined && { playsSound };
  return { id, name, lastSeen, rights, locked, ...more, ...sound, cameIn, current };
}
