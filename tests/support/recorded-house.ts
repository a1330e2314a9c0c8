import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';
import type { Device } from '#shared/home';
import { modelOf } from '#shared/model';
import type { Recorded } from '#shared/record';
import { HouseRecord } from '../../proxy/server/record/house-record';
import { RecordClient } from '../../proxy/server/record/record-client';
import { FakeClock } from './fake-clock';
import { temporaryFolder } from './temporary-folder';

/** The built thread of the record. */
export const recordThread = () => new Worker(new URL('../../dist/record-thread.mjs', import.meta.url));

/** A record in a folder of its own, with a clock of its own. */
export async function recordedHouse(clock = new FakeClock(Date.UTC(2026, 2, 20, 12))) {
  const client = new RecordClient(recordThread);
  onTestFinished(() => client.stop());
  const folder = await temporaryFolder();
  const path = join(folder, 'house.db');
  const failures: unknown[] = [];
  let boot = 'one';
  let bootedAt = 0;
  const open = async (at = path) => {
    return HouseRecord.open({
      clock,
      client,
      path: at,
      isWall: (screen) => screen === 'wall',
      boot: { id: boot, now: () => Math.floor(clock.monotonic() - bootedAt) },
      onFailed: (why) => failures.push(why)
    });
  };
  return {
    clock,
    client,
    folder,
    path,
    failures,
    open,
    /** Starts the machine again. */
    reboot() {
      boot = `${boot}+`;
      bootedAt = clock.monotonic() - 30_000;
    },
    /** The buckets of one value of a device. */
    async read(
      record: HouseRecord,
      device: Device,
      name: string,
      span: { from: number; until: number; count?: number }
    ) {
      const series = [{ device: device.id, model: modelOf(device), name }];
      const { devices }: Recorded = JSON.parse(
        await record.buckets({ series, rooms: null, now: clock.now(), count: 1, ...span })
      );
      return devices[device.id]?.[name];
    }
  };
}
