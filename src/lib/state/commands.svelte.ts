import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import type { ClientFailure } from './failure';

/**
 * Where a command stands. `sending`: not yet known to have had its effect. `moving`: accepted, on its way. `waiting`: accepted, for
 * a device that sleeps. `unconfirmed`: no matching change came. `failed`: refused, see `failure`. Once confirmed it is gone.
 */
export type CommandPhase = 'sending' | 'moving' | 'waiting' | 'unconfirmed' | 'failed';

/** A command as a tile shows it: a snapshot, replaced with each step. */
export interface CommandView {
  readonly id: number;
  readonly phase: CommandPhase;
  readonly call: CommandCall;
  /** Whether its state is worth showing: what is confirmed within 190 ms never is. */
  readonly isVisible: boolean;
  readonly failure?: ClientFailure;
  /** Sends the same command anew. */
  retry(): void;
  /** Puts an unconfirmed or failed command out of sight. */
  dismiss(): void;
}

/** The commands under way. Nothing is queued or replayed: what cannot be sent now is refused now. */
export class Commands {
  /** Sends one of the device's own commands (`setLevel.call({level: 40})`); a refusal shows in `of`. */
  send(_device: Device, _call: CommandCall): void {}

  /** The device as commanded: confirmed values with what is under way on top. The same object where nothing is. */
  shown(device: Device): Device {
    return device;
  }

  /** The device's commands that are under way, unconfirmed or failed, oldest first. */
  of(_deviceId: number): readonly CommandView[] {
    return [];
  }

  /** Whether any command is under way: then nothing may reload the page. */
  get isBusy(): boolean {
    return false;
  }
}
