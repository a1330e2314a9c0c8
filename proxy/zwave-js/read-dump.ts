import { Worker } from 'node:worker_threads';
import { MAX_ENDPOINTS, MAX_NODES, MAX_VALUES } from './protocol';

/** Timeout for parsing a message, in ms. */
const PARSE_TIMEOUT_MS = 20_000;

/** Maximum number of values of all nodes: twice those of the largest homes. Later ones are left out. */
const MAX_HOME_VALUES = 10_000;

/**
 * The program of the thread: parses a message, and keeps of each node what a home needs. It is a text because a bundled program has no
 * second file.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { bytes, classes, fields, maxNodes, maxEndpoints, maxValues, maxHomeValues } = workerData;
const pick = (from, names) => Object.fromEntries(names.filter((name) => from?.[name] !== undefined).map((name) => [name, from[name]]));
const list = (value) => (Array.isArray(value) ? value : []);
let left = maxHomeValues;
const valuesOf = (node) => {
  const values = list(node?.values).filter((each) => classes.includes(each?.commandClass)).slice(0, Math.min(left, maxValues));
  left -= values.length;
  return values;
};
try {
  const message = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const state = message?.result?.state;
  if (state)
    message.result = { state: {
      controller: pick(state.controller, ['homeId', 'ownNodeId']),
      nodes: list(state.nodes).slice(0, maxNodes).map((node) => ({
        ...pick(node, fields),
        deviceConfig: pick(node?.deviceConfig, ['label']),
        endpoints: list(node?.endpoints).slice(0, maxEndpoints),
        values: valuesOf(node)
      }))
    } };
  parentPort.postMessage(message);
} catch {
  parentPort.postMessage(null);
}`;

/** The fields of a node that are read as they are. */
const FIELDS = [
  ...['nodeId', 'status', 'ready', 'interviewStage', 'name', 'location', 'label', 'manufacturerId'],
  ...['productType', 'productId', 'firmwareVersion', 'lastSeen', 'deviceClass']
];

/**
 * Parses the first state of a home in a thread of its own, since it has megabytes: screens of other homes are not delayed meanwhile.
 * @param classes the command classes whose values are kept
 * @param signal ends the thread, for a connection that is over
 * @returns null if it cannot be read
 */
export function readDump(bytes: Buffer, classes: readonly number[], signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      execArgv: [],
      workerData: {
        ...{ bytes, classes, fields: FIELDS },
        ...{ maxNodes: MAX_NODES, maxEndpoints: MAX_ENDPOINTS },
        ...{ maxValues: MAX_VALUES, maxHomeValues: MAX_HOME_VALUES }
      },
      resourceLimits: { maxOldGenerationSizeMb: 512 }
    });
    const timer = setTimeout(() => end(null), PARSE_TIMEOUT_MS);
    const end = (message: unknown) => {
      clearTimeout(timer);
      resolve(message);
      void worker.terminate();
    };
    const abort = () => end(null);
    signal.addEventListener('abort', abort, { once: true });
    worker.once('message', end);
    worker.once('error', abort);
    worker.once('exit', abort);
  });
}
