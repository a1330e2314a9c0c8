import * as v from 'valibot';
import type { Device } from '#shared/home';
import { findCommand } from '#shared/interfaces/registry';
import { answer, refuse, type Reply } from './http/reply';
import type { EventLog } from './events';
import type { Source } from './source';
import { isWithinLimits, withinLevels } from './limits';

/** A well-formed command that was received, accepted or not. */
export interface PostedCommand {
  readonly device: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
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
  readonly #onReceived: (command: PostedCommand) => void;

  constructor(
    source: Pick<Source, 'run'>,
    events: Pick<EventLog, 'append'>,
    onReceived: (command: PostedCommand) => void
  ) {
    this.#source = source;
    this.#events = events;
    this.#onReceived = onReceived;
  }

  receive(device: Device, body: unknown): Reply {
    const parsed = v.safeParse(bodySchema, body);
    if (!parsed.success) return refuse('badBody');
    const { method, params } = parsed.output;
    this.#onReceived({ device: device.id, method, params });
    const command = findCommand(device, method);
    if (command === undefined) return refuse('noSuchMethod', { method });
    const prepared = command.prepare(withinLevels(device, method, params));
    if (prepared === null) return refuse('badArguments', { method });
    if (!isWithinLimits(device, prepared.call)) return refuse('unsupportedValue', { method });
    void this.#source
      .run(device, prepared)
      .then((outcome) =>
        this.#events.append({ type: 'ActionStatusReport', device_id: device.id, method, params, ...outcome })
      );
    return answer({ success: true });
  }
}
