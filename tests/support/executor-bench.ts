import { beforeEach } from 'vitest';
import { applyToDevice } from '#shared/changes';
import type { CommandState } from '#shared/commands/command-entry';
import { succeed, type Failure, type Result } from '#shared/errors';
import type { Device, Params } from '#shared/home';
import { decodeDevice } from '#shared/home-schema';
import type { PreparedCommand } from '#shared/interfaces/interface';
import { findCommand } from '#shared/interfaces/registry';
import { CommandExecutor } from '../../proxy/server/commands/command-executor';
import { CommandLog } from '../../proxy/server/commands/command-log';
import type { Job } from '../../proxy/server/commands/job';
import type { Answer } from '../../proxy/server/controllers/answer';
import { FakeClock, settle } from './fake-clock';

/** A command of a test, unless the test says something else. */
const ORDER = {
  device: 1,
  method: 'setLevel',
  sets: ['Level', 'Status'],
  isUrgent: false,
  screen: 'kitchen',
  batch: 'single',
  expiresMs: Infinity
};
type Order = Partial<typeof ORDER> & Pick<Job, 'isQuiet'>;

/** A command that no interface offers: acceptance is its end. */
const plain = (method: string, sets: readonly string[]): PreparedCommand => ({
  call: { method, params: {} },
  sets,
  apply: (params) => params,
  expect: () => null
});

/** The answer of a controller that accepts a command. */
export const ACCEPTED = succeed({ status: 200, retryAfter: undefined, contentLength: undefined, body: null });

/** An executor on a fake clock, with devices whose values the test reports. */
class ExecutorBench {
  readonly clock = new FakeClock();
  readonly log = new CommandLog(this.clock);
  /** The sent commands, in order, and a way to write and to answer each. */
  readonly sent: {
    readonly name: string;
    readonly write: () => void;
    readonly answer: (result?: Result<Answer>) => void;
  }[] = [];
  /** Whether requests are written at once. Otherwise they wait for a connection, until the test writes them. */
  readonly network = { isConnected: true };
  /** The states of each command, in order. */
  readonly states = new Map<string, CommandState[]>();
  readonly failures = new Map<string, Failure | null>();
  readonly devices = new Map<number, Device>();
  /** What a reading brings; null: it fails. */
  readonly reading: { params: Params | null } = { params: null };
  readonly reads: number[] = [];
  readonly executor = new CommandExecutor(this.clock, {
    device: (id) => this.devices.get(id),
    send: ({ id }, write) =>
      new Promise((resolve) => {
        this.sent.push({ name: id, write, answer: (result = ACCEPTED) => resolve(result) });
        if (this.network.isConnected) write();
      }),
    read: async ({ device }) => {
      this.reads.push(device);
      return this.reading.params;
    },
    follow: () => undefined,
    onChanged: (jobs) => {
      for (const job of jobs) {
        const { id, state, failure } = job;
        this.log.update('box', job);
        const all = this.states.get(id) ?? [];
        if (all.at(-1) !== state) this.states.set(id, [...all, state]);
        this.failures.set(id, failure);
      }
    }
  });
}

/** The executor of each test of a file, and what tests do with it. */
export function executorEachTest() {
  const bench = {} as ExecutorBench;
  beforeEach(() => {
    Object.assign(bench, new ExecutorBench());
  });

  const job = (id: string, order: Order = {}) => {
    const { method, sets, expiresMs, ...told } = { ...ORDER, ...order };
    return {
      id,
      screenName: 'Phone',
      ...told,
      prepared: plain(method, sets),
      expiresAt: bench.clock.monotonic() + expiresMs
    };
  };
  /** A command that a device offers. */
  const prepare = (id: number, method: string, params: object) => {
    const device = bench.devices.get(id);
    return device && findCommand(device, method)?.prepare(params);
  };
  const addDevice = (id: number, interfaces: string[], params: Params) => {
    const device = decodeDevice({ id, name: `Device ${id}`, room_id: 1, type: 'Any', interfaces, params });
    if (device) bench.devices.set(id, device);
  };

  return {
    bench,
    job,
    /** Submits a command; `result` is set when it is known. */
    submit(id: string, order: Order = {}) {
      const submitted = { result: undefined as Result<Answer> | undefined };
      void bench.executor.submit(job(id, order)).then((result) => (submitted.result = result));
      return submitted;
    },
    /** Posts a command of a device's interface. */
    command(id: string, device: number, method: string, params: object, order: Order = {}) {
      const prepared = prepare(device, method, params);
      if (!prepared) throw new Error('The device does not offer this.');
      bench.executor.post([{ ...job(id, { device, isUrgent: method === 'stop', ...order }), prepared }]);
    },
    /** Posts a batch with one command for each device. The ids are `<batch>.<device>`. */
    batch(id: string, devices: readonly number[], method: string, params: object) {
      const jobs = devices.flatMap((device) => {
        const prepared = prepare(device, method, params);
        return prepared ? [{ ...job(`${id}.${device}`, { device, batch: id }), prepared }] : [];
      });
      bench.executor.post(jobs);
    },
    names: () => bench.sent.map(({ name }) => name),
    stateOf: (id: string) => bench.states.get(id)?.at(-1),
    async answer(id: string, result?: Result<Answer>) {
      bench.sent.find((each) => each.name === id)?.answer(result);
      await settle();
    },
    addDevice,
    write: (id: string) => bench.sent.find(({ name }) => name === id)?.write(),
    addLamp: (id = 1) => addDevice(id, ['SwitchBinary', 'SwitchMultilevel'], { Status: true, Level: 60 }),
    addShutter: (id = 1) => addDevice(id, ['SwitchMultilevel', 'Shutter'], { Status: false, Level: 0 }),
    addThermostat: (params: Params, interfaces: readonly string[] = []) =>
      addDevice(1, ['ThermostatSetpoint', ...interfaces], params),
    /** Reports values of a device. */
    report(id: number, params: Params) {
      const before = bench.devices.get(id);
      if (!before) return;
      const after = applyToDevice(before, { params });
      bench.devices.set(id, after);
      if (after === before) bench.executor.repeated(id, Object.keys(params));
      else bench.executor.changed(id, before.params);
    }
  };
}
