import type { CommandCall } from '#shared/interfaces/interface';
import type { Clock } from '#shared/clock';
import type { ClientResult } from '../../src/lib/state/connection/failure';
import { CommandDriver } from './command-driver';
import type { Screen } from './screen';

/**
 * Connects a command driver to a screen: commands go by HTTP, and changes of the home reach the driver.
 * @param onAnswer receives the proxy's response to each command
 */
export function driveCommands(
  screen: Screen,
  { controller, clock }: { readonly controller: string; readonly clock: Clock },
  onAnswer: (device: number, call: CommandCall, answer: ClientResult<unknown>) => void = () => undefined
): { readonly driver: CommandDriver; readonly stop: () => void } {
  const driver = new CommandDriver({
    clock,
    device: (device) => screen.device(device),
    learn: (device) => screen.learn(device),
    read: (device) => screen.proxy.device(controller, device),
    async post(device, call) {
      const answer = await screen.proxy.command(controller, device, call);
      onAnswer(device, call, answer);
      return answer;
    }
  });
  const unsubscribe = screen.homes.subscribe(({ before, after }) => {
    const old = new Map(before?.devices.map((device) => [device.id, device]));
    for (const device of after.devices) {
      const was = old.get(device.id);
      if (was && was !== device) driver.follow(was);
    }
  });
  return {
    driver,
    stop() {
      unsubscribe();
      driver.stop();
    }
  };
}
