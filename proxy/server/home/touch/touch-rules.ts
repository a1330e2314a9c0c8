import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device, Touch } from '#shared/home';
import { isLock } from '#shared/lock';
import { isModelOf, modelOf } from '#shared/model';
import { MAX_TOUCH_RULES, touch } from '#shared/touch';
import { serve } from '../../http/serve';
import type { HomeHousehold } from '../live/homes';
import { type LiveList, StoredLists } from '../live/lists';
import { type CommandViewer, viewerOf } from '../live/viewer';
import { encode } from '../live/watched-home';

/** What a touch of a device does. `model`: what the device was when it was chosen, see `modelOf`. */
const storedRuleSchema = v.object({ touch, model: v.string() });

/** Schema of the file with a controller's rules, by the id of the device. */
export const storedTouchSchema = v.object({
  controller: v.string(),
  devices: v.record(v.string(), storedRuleSchema)
});
type StoredTouch = v.InferOutput<typeof storedTouchSchema>;

/**
 * The devices of each controller that ask before a touch sends a command, and those that only show their state. All screens of a
 * controller share them. A rule applies only while its device is still the model that it was chosen for.
 */
export class TouchRules extends StoredLists<StoredTouch> implements LiveList {
  /** Whether a device takes no command from any sender. */
  isShowOnly(controller: string, device: Device | undefined): boolean {
    return device !== undefined && this.#of(controller, device) === 'show';
  }

  /** Returns a function that finds the devices of a screen that take commands. */
  commandable({ screen, device }: CommandViewer): (id: number) => Device | undefined {
    return (id) => {
      const found = device(id);
      return this.isShowOnly(screen.controller, found) ? undefined : found;
    };
  }

  /** Sets the rule of a device; null removes it. Fails with `list-full` if there are too many. */
  put(controller: string, device: Device, touch: Touch | null): Result<null, 'list-full'> {
    const stored = this.stored({ controller }) ?? { controller, devices: {} };
    const { [device.id]: before, ...others } = stored.devices;
    if (touch && !before && Object.keys(others).length >= MAX_TOUCH_RULES)
      return fail('list-full', `A controller has at most ${MAX_TOUCH_RULES} devices with a rule of touch.`);
    const rule = touch && { touch, model: modelOf(device) };
    this.keep({ ...stored, devices: { ...others, ...(rule && { [device.id]: rule }) } });
    return succeed(null);
  }

  /** Deletes all rules of a removed controller. Resolves with whether nothing of them is on the disk. */
  forget(controller: string): Promise<boolean> {
    return this.drop({ controller });
  }

  whole({ screen: { controller }, device }: CommandViewer): readonly Buffer[] {
    const ids = Object.keys(this.stored({ controller })?.devices ?? {});
    const seen = ids.flatMap((id) => {
      const found = device(Number(id));
      const touch = found && this.#of(controller, found);
      return touch ? [[id, touch] as const] : [];
    });
    return [encode({ type: 'touch', touch: Object.fromEntries(seen) })];
  }

  #of(controller: string, device: Device): Touch | undefined {
    const rule = this.stored({ controller })?.devices[device.id];
    return rule && isModelOf(rule.model, device) ? rule.touch : undefined;
  }
}

/** Registers the route by which a managing screen chooses what a device does when it is touched. */
export function registerTouch(app: FastifyInstance, house: HomeHousehold & { readonly touch: TouchRules }) {
  const { touch: rules } = house;
  serve(app, 'PUT /api/controllers/:id/touch/:device', async (request, { touch }) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const { screen, device: find } = viewer.value;
    const device = find(Number(request.params.device));
    if (!device) return NO_DEVICE;
    if (isLock(device)) return LOCK;
    const put = rules.put(screen.controller, device, touch === 'now' ? null : touch);
    return put.ok ? rules.saved({ controller: screen.controller }) : put;
  });
}

const NO_DEVICE = fail('not-found', 'The home has no such device.');
const LOCK = fail('lock-refused', 'A lock takes no command, however it is touched.');
