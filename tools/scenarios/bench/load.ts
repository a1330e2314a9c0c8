import { Pool } from 'undici';
import { readVitals } from '../../support/vitals';

/** The URL to load and the process that serves it. */
export interface Target {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Process id of the server. */
  readonly pid: number;
}

/** Measurements of a load. */
export interface LoadFigures {
  /** Responses per second. */
  readonly perSecond: number;
  /** CPU time of the server for each response, in µs. */
  readonly cpu: number;
  /** Size of a response, in bytes. */
  readonly bytes: number;
}

const CONNECTIONS = 32;

/** Sends requests on 32 connections, each as fast as responses come. Rejects on a response other than 200. */
export async function load({ origin, path, headers, pid }: Target, lastsMs: number): Promise<LoadFigures> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  let answers = 0;
  let bytes = 0;
  const ask = async () => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { ...headers } });
    const answer = await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${path} returned ${statusCode}.`);
    bytes = answer.byteLength;
    answers++;
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    answers = 0;
    const before = await readVitals(pid);
    const begun = performance.now();
    const askOn = async () => {
      while (performance.now() - begun < lastsMs) await ask();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
    const spent = performance.now() - begun;
    const after = await readVitals(pid);
    return {
      perSecond: (answers / spent) * 1_000,
      cpu: ((after.cpu - before.cpu) / answers) * 1_000,
      bytes
    };
  } finally {
    await pool.close();
  }
}
