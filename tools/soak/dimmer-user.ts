import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#shared/clock';
import { callOf, Levels, type SentCommand } from '../support/dimmers';
import { CommandDriver } from '../support/command-driver';
import type { Visitor } from './visitor';

/** Sends commands to some dimmers of a screen and records their outcomes. */
export class DimmerUser {
  readonly sent: SentCommand[] = [];
  readonly #visitor: Visitor;
  readonly #dimmers: readonly number[];
  readonly #restMs: number;

  /** @param restMs pause between an outcome and the next command, in ms */
  constructor(visitor: Visitor, dimmers: readonly number[], restMs: number) {
    this.#visitor = visitor;
    this.#dimmers = dimmers;
    this.#restMs = restMs;
  }

  /** Sends commands until `signal` aborts. Resolves after the last outcome. */
  async press(signal: AbortSignal): Promise<void> {
    const { screen } = this.#visitor;
    const driver = new CommandDriver(screen, systemClock, (device, answer) => {
      const command = this.sent.findLast((each) => each.device === device);
      if (command) command.answer = answer;
    });
    const stop = driver.start();
    const isOver = () => signal.aborted;
    await Promise.all(
      this.#dimmers.map(async (device) => {
        const levels = new Levels();
        while (!isOver()) {
          await screen.live();
          const level = levels.next(Number(screen.device(device)?.params['Level']));
          const at = systemClock.now();
          const command: SentCommand = {
            device,
            level,
            where: new Date(at).toISOString(),
            at,
            answer: undefined,
            outcome: undefined
          };
          this.sent.push(command);
          command.outcome = await driver.press(device, callOf(command));
          await sleep(this.#restMs);
        }
      })
    );
    stop();
  }
}
