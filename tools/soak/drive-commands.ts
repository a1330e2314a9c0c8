import type { CommandCall } from '#shared/interfaces/interface';
import type { Clock } from '#shared/clock';
import type { ClientResult } from '../../src/lib/state/connection/failure';
import { CommandDriver } from './command-driver';
import type { Screen } from './screen';

/**
 * Connects a command driver to a screen: commands go by HTTP, and the proxy's messages about them reach the driver.
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
    list: () => screen.proxy.listCommands(controller),
    async post(id, device, call) {
      const answer = await screen.proxy.postCommands(controller, { id, commands: [{ device, ...call }] });
      onAnswer(device, call, answer);
      return answer;
    }
  });
  const stops = [
    screen.connected.subscribe(() => driver.begin()),
    screen.commands.subscribe((message) => driver.receive(message))
  ];
  return {
    driver,
    stop() {
      for (const stop of stops) stop();
      driver.stop();
    }
  };
}
