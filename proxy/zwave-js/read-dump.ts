import { Worker } from 'node:worker_threads';

/** Timeout for parsing a message, in ms. */
const PARSE_TIMEOUT_MS = 20_000;

/**
 * The program of the thread: parses a message, and keeps of each node what a home needs. It is a text because a bundled program has no
 * second file.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const pick = (from, names) => Object.fromEntries(names.filter((name) => from?.[name] !== undefined).map((name) => [name, from[name]]));
const list = (value) => (Array.isArray(value) ? value : []);
try {
  const message = JSON.parse(Buffer.from(workerData.bytes).toString('utf8'));
  const state = message?.result?.state;
  if (state)
    message.result = { state: {
      controller: pick(state.controller, ['homeId', 'ownNodeId']),
      nodes: list(state.nodes).slice(0, 4000).map((node) => ({
        ...pick(node, workerData.fields),
        values: list(node?.values).filter((each) => workerData.classes.includes(each?.commandClass)).slice(0, 2000)
      }))
    } };
  parentPort.postMessage(message);
} catch {
  parentPort.postMessage(null);
}`;

/** The fields of a node that are read. */
const FIELDS = [
  ...[
    'nodeId',
    'status',
    'ready',
    'name',
    'location',
    'label',
    'deviceConfig',
    'manufacturerId',
    'productType'
  ],
  ...['productId', 'firmwareVersion', 'lastSeen', 'deviceClass', 'endpoints']
];

/**
 * Parses the first state of a home in a thread of its own, since it has megabytes: screens of other homes are not delayed meanwhile.
 * @param classes the command classes whose values are kept
 * @returns null if it cannot be read
 */
export function readDump(bytes: Buffer, classes: readonly number[]): Promise<unknown> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      execArgv: [],
      workerData: { bytes, classes, fields: FIELDS },
      resourceLimits: { maxOldGenerationSizeMb: 512 }
    });
    const timer = setTimeout(() => end(null), PARSE_TIMEOUT_MS);
    const end = (message: unknown) => {
      clearTimeout(timer);
      resolve(message);
      void worker.terminate();
    };
    worker.once('message', end);
    worker.once('error', () => end(null));
    worker.once('exit', () => end(null));
  });
}
