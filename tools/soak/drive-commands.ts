import type { CommandCall } from '#shared/interfaces/interface';
import type { Clock } from '#shared/clock';
import type { ClientResult } from '../../src/lib/state/connection/failure';
import { Hand } from './command-driver';
import type { Screen } from './screen';

/**
 * Connects a command driver to a screen: commands go by HTTP, and changes of the home reach the driver.
 * @param onAnswer receives the proxy's response to each command
 */
export function handOn(
  screen: Screen,
  { controller, clock }: { readonly controller: string; readonly clock: Clock },
  hear: (device: number, call: CommandCall, answer: ClientResult<unknown>) => void = () => undefined
): { readonly hand: Hand; readonly stop: () => void } {
  const hand = new Hand({
    clock,
    device: (device) => screen.device(device),
    learn: (device) => screen.learn(device),
    read: (device) => screen.proxy.device(controller, device),
    async post(device, call) {
      const answer = await screen.proxy.command(controller, device, call);
      hear(device, call, answer);
      return answer;
    }
  });
  const unsubscribe = screen.homes.subscribe(({ before, after }) => {
    const old = new Map(before?.devices.map((device) => [device.id, device]));
    for (const device of after.devices) {
      const was = old.get(device.id);
      if (was && was !== device) hand.follow(was);
    }
  });
  return {
    hand,
    stop() {
      unsubscribe();
      hand.stop();
    }
  };
}
