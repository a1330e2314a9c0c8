import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { fail, succeed, type Result } from '#shared/errors';
import type { Device } from '#shared/home';
import { isLock } from '#shared/lock';
import { isModelOf, modelOf } from '#shared/model';
import { MAX_TOUCH_RULES, touchRuleEntries, type TouchChange, type TouchRule } from '#shared/touch';
import { serve } from '../../http/serve';
import type { HomeHousehold } from '../live/homes';
import { type LiveList, StoredLists } from '../live/lists';
import { type CommandViewer, viewerOf } from '../live/viewer';
import { encode } from '../live/watched-home';

/** The rule of a device. `model`: what the device was when it was chosen, see `modelOf`. */
const storedRuleSchema = v.object({ ...touchRuleEntries, model: v.string() });

/** Schema of the file with a controller's rules, by the id of the device. */
export const storedTouchSchema = v.object({
  controller: v.string(),
  devices: v.record(v.string(), storedRuleSchema)
});
type StoredTouch = v.InferOutput<typeof storedTouchSchema>;

/**
 * The devices of each controller that ask before a touch sends a command, those that only show their state, and those that leaving turns
 * off although they are no lights. All screens of a controller share them. A rule applies only while its device is still the model that it
 * was chosen for.
 */
export class TouchRules extends StoredLists<StoredTouch> implements LiveList {
  /** Whether a device takes no command from any sender. */
  isShowOnly(controller: string, device: Device | undefined): boolean {
    return device !== undefined && this.#of(controller, device)?.touch === 'show';
  }

  /** Returns a function that finds the devices of a screen that take commands. */
  commandable({ screen, device }: CommandViewer): (id: number) => Device | undefined {
    return (id) => {
      const found = device(id);
      return this.isShowOnly(screen.controller, found) ? undefined : found;
    };
  }

  /** Changes the rule of a device. One that says nothing is removed. Fails with `list-full` if there are too many. */
  put(controller: string, device: Device, change: TouchChange): Result<null, 'list-full'> {
    const stored = this.stored(controller) ?? { controller, devices: {} };
    const { [device.id]: before, ...others } = stored.devices;
    const rule = changed(this.#of(controller, device) ?? {}, change);
    const isEmpty = Object.keys(rule).length === 0;
    if (!isEmpty && !before && Object.keys(others).length >= MAX_TOUCH_RULES)
      return fail('list-full', `A controller has at most ${MAX_TOUCH_RULES} devices with a rule of touch.`);
    const kept = !isEmpty && { [device.id]: { ...rule, model: modelOf(device) } };
    this.keep({ ...stored, devices: { ...others, ...kept } });
    return succeed(null);
  }

  whole({ screen: { controller }, device }: CommandViewer): readonly Buffer[] {
    const ids = Object.keys(this.stored(controller)?.devices ?? {});
    const seen = ids.flatMap((id) => {
      const found = device(Number(id));
      const rule = found && this.#of(controller, found);
      return rule ? [[id, rule] as const] : [];
    });
    return [encode({ type: 'touch', touch: Object.fromEntries(seen) })];
  }

  #of(controller: string, device: Device): TouchRule | undefined {
    const stored = this.stored(controller)?.devices[device.id];
    if (!stored) return undefined;
    const { model, ...rule } = stored;
    return isModelOf(model, device) ? rule : undefined;
  }
}

/** Applies a change to a rule. */
function changed(rule: TouchRule, change: TouchChange): TouchRule {
  const { touch = rule.touch ?? 'now', isOffWhenLeaving = rule.isOffWhenLeaving } = change;
  return { ...(touch !== 'now' && { touch }), ...(isOffWhenLeaving && { isOffWhenLeaving }) };
}

/** Registers the route by which a managing screen chooses what a device does when it is touched, and whether leaving turns it off. */
export function registerTouch(app: FastifyInstance, house: HomeHousehold & { readonly touch: TouchRules }) {
  const { touch: rules } = house;
  serve(app, 'PUT /api/controllers/:id/touch/:device', async (request, change) => {
    const viewer = await viewerOf(request, house);
    if (!viewer.ok) return viewer;
    const { screen, device: find } = viewer.value;
    const device = find(Number(request.params.device));
    if (!device) return NO_DEVICE;
    if (isLock(device)) return LOCK;
    const put = rules.put(screen.controller, device, change);
    return put.ok ? rules.saved(screen.controller) : put;
  });
}

const NO_DEVICE = fail('not-found', 'The home has no such device.');
const LOCK = fail('lock-refused', 'A lock takes no command, however it is touched.');
