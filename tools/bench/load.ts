import { Pool } from 'undici';
import { readVitals } from '../soak/vitals';

/** Who is asked, and for what. */
export interface Target {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The process that answers. */
  readonly pid: number;
}

/** How a target bore it. */
export interface Borne {
  /** Answers a second. */
  readonly perSecond: number;
  /** Ms from a question to its whole answer, of half of them and of all but a hundredth. */
  readonly p50: number;
  readonly p99: number;
  /** Time of a processor that an answer cost the target, in µs. */
  readonly cpu: number;
  /** Bytes of an answer. */
  readonly bytes: number;
}

const CONNECTIONS = 32;

/** Asks by 32 connections at once, each as fast as it is answered. Rejects at an answer that is no success. */
export async function load({ origin, path, headers, pid }: Target, lastsMs: number): Promise<Borne> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const took: number[] = [];
  let bytes = 0;
  const ask = async () => {
    const begun = performance.now();
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { ...headers } });
    const answer = await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}.`);
    bytes = answer.byteLength;
    took.push(performance.now() - begun);
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, ask));
    took.length = 0;
    const before = await readVitals(pid);
    const begun = performance.now();
    const askOn = async () => {
      while (performance.now() - begun < lastsMs) await ask();
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, askOn));
    const spent = performance.now() - begun;
    const after = await readVitals(pid);
    took.sort((a, b) => a - b);
    const at = (share: number) => took[Math.floor(share * took.length)] ?? NaN;
    return {
      perSecond: (took.length / spent) * 1_000,
      p50: at(0.5),
      p99: at(0.99),
      cpu: ((after.cpu - before.cpu) / took.length) * 1_000,
      bytes
    };
  } finally {
    await pool.close();
  }
}
