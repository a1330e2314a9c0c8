import * as v from 'valibot';
import { isWithinLimits, takesLevel, type SetpointBounds } from '#shared/commands/limits';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import type { EventLog } from './events';
import { answer, refuse, type Reply } from './http/reply';
import type { Source } from './source';

/** A well-formed command that was received, accepted or not. */
export interface PostedCommand extends CommandCall {
  readonly device: number;
}

/** How commands are received. */
interface DeskOptions {
  /** Gets each well-formed command, refused ones included. */
  readonly onReceived?: (command: PostedCommand) => void;
  /** Setpoints beyond these are refused; by default the device itself decides. */
  readonly setpoints?: SetpointBounds;
}

const bodySchema = v.object({
  method: v.string(),
  params: v.optional(v.record(v.string(), v.unknown()), {})
});

/**
 * Handles the commands of `POST /devices/:id/actions` [O]. Success means only that a command was accepted. Its effect follows
 * later as a change, and its outcome as a status report.
 */
export class CommandDesk {
  readonly #source: Pick<Source, 'run'>;
  readonly #events: Pick<EventLog, 'append'>;
  readonly #options: DeskOptions;

  constructor(source: Pick<Source, 'run'>, events: Pick<EventLog, 'append'>, options: DeskOptions) {
    this.#source = source;
    this.#events = events;
    this.#options = options;
  }

  receive(device: Device, body: unknown): Reply {
    const parsed = v.safeParse(bodySchema, body);
    if (!parsed.success) return refuse('badBody');
    const { method, params } = parsed.output;
    this.#options.onReceived?.({ device: device.id, method, params });
    const command = findCommand(device, method);
    if (command === undefined) return refuse('noSuchMethod', { method });
    const prepared = takesLevel(device, parsed.output) ? command.prepare(params) : null;
    if (prepared === null) return refuse('badArguments', { method });
    if (!isWithinLimits(device, prepared.call, this.#options.setpoints))
      return refuse('unsupportedValue', { method });
    void this.#source
      .run(device, prepared)
      .then((outcome) =>
        this.#events.append({ type: 'ActionStatusReport', device_id: device.id, method, params, ...outcome })
      );
    return answer({ success: true });
  }
}
