import { systemClock, type Clock } from '#shared/clock';
import type { VirtualOptions } from '../../proxy/sources/virtual/options';
import { startVirtual } from '../../proxy/sources/virtual/start';
import { DiscoveryAnswer, type UdpOptions } from './discovery';

/** Options of a virtual controller that runs alone. */
export interface StandAloneOptions extends Partial<VirtualOptions> {
  /** Options of the answer to searches; null to ignore searches. */
  readonly udp?: UdpOptions | null;
  /** How far its clock is ahead, in ms; negative if it is behind. */
  readonly clockOffsetMs?: number;
  /** After this many ms the id of lamp 21 is that of a garage door, as controllers may do with ids [A]; null for never. */
  readonly reuseIdMs?: number | null;
}

/** Starts a virtual controller that searches find. Rejects if a port is not available. */
export async function startStandAlone({
  udp = null,
  clockOffsetMs = 0,
  reuseIdMs = null,
  clock: real = systemClock,
  ...options
}: StandAloneOptions = {}) {
  const clock: Clock = {
    now: () => real.now() + clockOffsetMs,
    monotonic: () => real.monotonic(),
    after: (ms, run) => real.after(ms, run)
  };
  const controller = await startVirtual({ ...options, clock });
  const { name, mac, address } = controller;
  const discovery = udp && new DiscoveryAnswer({ name, mac }, udp, address);
  const cancel = reuseIdMs === null ? undefined : clock.after(reuseIdMs, reuseId);

  /** Replaces the lamp 21 by another device with its id. */
  function reuseId() {
    const lamp = controller.device(21);
    if (lamp)
      controller.changeLists({ addDevice: { ...lamp, name: 'Garage door', role: 'Gate', icon: 'gate' } });
  }

  async function stop() {
    cancel?.();
    discovery?.stop();
    await controller.stop();
  }

  try {
    /** The UDP port for searches; null if they are ignored. */
    const udpPort = (await discovery?.start()) ?? null;
    return { ...controller, udpPort, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
