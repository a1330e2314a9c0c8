import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#shared/clock';
import { CommandDriver } from '../../support/command-driver';
import { callOf, Levels, type SentCommand } from '../../support/dimmers';
import type { Screen } from '../../support/screen';

/** How dimmers are used. */
interface Use {
  /** Pause between an outcome and the next command, in ms. */
  readonly restMs: number;
  readonly signal: AbortSignal;
  /** Receives the commands. */
  readonly sent: SentCommand[];
}

/** Sends commands to some dimmers of a screen until `signal` aborts. Resolves after the last outcome. */
export async function useDimmers(
  screen: Screen,
  dimmers: readonly number[],
  { restMs, signal, sent }: Use
): Promise<void> {
  const driver = new CommandDriver(screen, systemClock, (device, answer) => {
    const command = sent.findLast((each) => each.device === device);
    if (command) command.answer = answer;
  });
  const stop = driver.start();
  const use = async (device: number) => {
    const levels = new Levels();
    while (!signal.aborted) {
      await screen.live();
      const level = levels.next(Number(screen.device(device)?.params['Level']));
      const at = systemClock.now();
      const where = new Date(at).toISOString();
      const command: SentCommand = { device, level, where, at, answer: undefined, outcome: undefined };
      sent.push(command);
      command.outcome = await driver.press(device, callOf(command));
      await sleep(restMs);
    }
  };
  await Promise.all(dimmers.map(use));
  stop();
}
