import * as v from 'valibot';
import { pinSchema } from '#shared/pin';
import { routes } from '#shared/wire';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse, sendAttemptError } from '../../http/errors';
import { screenOf } from '../access-control';
import type { HouseholdGate } from '../household-gate';
import type { Pins } from './pins';
import { NOT_KEPT, NOT_MANAGING } from './screen-refusals';
import type { Screens } from './screens';

/** What the routes of PINs depend on. */
interface PinRouteDeps {
  readonly pins: Pins;
  readonly screens: Pick<Screens, 'list' | 'saved'>;
  readonly gate: Pick<HouseholdGate, 'manages'>;
}

/** A screen of any rights has a PIN of its own. */
const OWN_PIN = { access: 'signed-in', enforcesRights: true } as const satisfies FastifyContextConfig;

/** For screens that are not unlocked. The page of a locked sign-in is behind the PIN too. */
const ENTRY = { ...OWN_PIN, withoutPin: true, admitsLocked: true } as const satisfies FastifyContextConfig;

/** Routes that set, change and remove a screen's PIN, that unlock the screen by it, and by which a managing screen resets another one. */
export function registerPins(app: FastifyInstance, { pins, screens, gate }: PinRouteDeps) {
  /** A 204 means that the change is on the disk. */
  const answer = async (reply: FastifyReply, id: string) =>
    (await screens.saved(id)) ? reply.code(204).send() : refuse(reply, NOT_KEPT);

  app.put(routes.pin, { config: OWN_PIN }, async (request, reply) => {
    const read = v.safeParse(pinSchema, request.body);
    if (!read.success) return refuse(reply, NO_PIN);
    const { id } = screenOf(request);
    const set = await pins.set(id, read.output.pin);
    return set.ok ? answer(reply, id) : sendAttemptError(reply, set.error);
  });

  app.delete(routes.pin, { config: OWN_PIN }, async (request, reply) => {
    const { id } = screenOf(request);
    pins.remove(id);
    return answer(reply, id);
  });

  app.post(routes.unlock, { config: ENTRY }, async (request, reply) => {
    const read = v.safeParse(pinSchema, request.body);
    if (!read.success) return refuse(reply, NO_PIN);
    const unlocked = await pins.unlock(screenOf(request).id, read.output.pin);
    return unlocked.ok ? reply.code(204).send() : sendAttemptError(reply, unlocked.error);
  });

  app.post(routes.lock, { config: ENTRY }, (request, reply) => {
    pins.lock(screenOf(request).id);
    return reply.code(204).send();
  });

  app.delete(
    routes.screenPin(':screen'),
    { config: { access: 'signed-in' } },
    async (request: FastifyRequest<{ Params: { screen: string } }>, reply) => {
      const asking = screenOf(request);
      if (!gate.manages(asking)) return refuse(reply, NOT_MANAGING);
      const screen = screens.list(asking.controller).find(({ id }) => id === request.params.screen);
      if (!screen)
        return refuse(reply, { code: 'not-found', message: 'No screen of this home has this id.' });
      pins.remove(screen.id);
      return answer(reply, screen.id);
    }
  );
}

const NO_PIN = { code: 'bad-request', message: 'A PIN has four to eight digits.' } as const;
