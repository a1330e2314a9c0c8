import type { Attachment } from 'svelte/attachments';
import { MAX_RECORDED_DEVICES, type Recorded } from '#shared/record';
import { Cell } from '$lib/state/base/cell.svelte';
import { Timer } from '$lib/state/base/timer';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { RecordChoice } from './record-choice.svelte';

/** Milliseconds in which the lines that come near the window are collected for one request. */
const COLLECT_MS = 200;
const REFRESH_INTERVAL_MS = 15 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** The least height of a line, as a share of its values: what hardly changes is nearly straight. */
const MIN_SPAN = 0.05;

/** The lines of the last 24 hours behind what sensors measure: a service of a home. Those near the window are read together. */
export class DayLines {
  readonly #home: OpenHome;
  readonly #timer: Timer;
  readonly #observer = new IntersectionObserver((seen) => this.#see(seen), { rootMargin: '100% 0px' });
  readonly #lines = new Map<Element, { readonly id: number; isNear: boolean }>();
  /** The sensors that were read since the last refresh. */
  readonly #asked = new Set<number>();
  #hasRecord = true;
  /** The path data (`d`) of each line, by the id of its sensor. */
  readonly paths = new Cell<Readonly<Record<string, string>>>({});

  constructor(home: OpenHome) {
    this.#home = home;
    this.#timer = new Timer(home.environment.clock);
    home.lifetime.onEnd(home.link.subscribe((phase) => phase === 'live' && this.#refresh()));
    home.lifetime.onEnd(() => this.#timer.stop());
  }

  /** Returns an attachment that reads the line of a sensor while its element is near the window and has a width. */
  follow(id: number): Attachment {
    return (element) => {
      this.#lines.set(element, { id, isNear: false });
      this.#observer.observe(element);
      return () => {
        this.#observer.unobserve(element);
        this.#lines.delete(element);
      };
    };
  }

  #see(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const line = this.#lines.get(target);
      if (line) line.isNear = isIntersecting && boundingClientRect.width > 0;
    }
    this.#timer.set(COLLECT_MS, () => void this.#read());
  }

  #refresh(): void {
    this.#asked.clear();
    void this.#read();
  }

  async #read(): Promise<void> {
    const { environment, link, proxy } = this.#home;
    if (!link.isLive || !this.#hasRecord) return;
    this.#timer.set(REFRESH_INTERVAL_MS, () => this.#refresh());
    if (![...this.#lines.values()].some(({ isNear }) => isNear)) return;
    // A refusal would be an error in the browser's log.
    const record = this.#home.service(RecordChoice);
    if (!record.state) await record.read();
    if (record.state?.state !== 'on') return;
    const near = [...this.#lines.values()].filter(({ id, isNear }) => isNear && !this.#asked.has(id));
    const ids = [...new Set(near.map(({ id }) => id))].slice(0, MAX_RECORDED_DEVICES);
    if (ids.length === 0) return;
    for (const id of ids) this.#asked.add(id);
    const until = Math.round(environment.clock.now());
    const query = `?devices=${ids.join()}&name=Value&from=${until - DAY_MS}&until=${until}&count=48`;
    const answer = await proxy.call('GET /api/controllers/:id/record/values', { query });
    if (!answer.ok && answer.error.code === 'not-found') this.#hasRecord = false;
    if (!answer.ok) return;
    const paths = { ...this.paths.value };
    for (const [id, series] of Object.entries(answer.value.devices)) paths[id] = dayLinePath(series);
    this.paths.value = paths;
    void this.#read();
  }
}

/**
 * Draws the means of a sensor's only series as path data: each bucket is 1 wide, and the height is 1 with the highest mean at the top.
 * There is a gap where nothing is known, and one mean between two gaps is not to be seen.
 */
export function dayLinePath(series: Recorded['devices'][string]): string {
  const [buckets = []] = Object.values(series);
  const means = buckets.map((bucket) => (Array.isArray(bucket) ? bucket[1] : undefined));
  const known = means.filter((mean) => mean !== undefined);
  const least = Math.min(...known);
  const most = Math.max(...known);
  const span = Math.max(most - least, MIN_SPAN * Math.max(-least, most)) || 1;
  const heightOf = (mean: number) => ((least + most + span) / 2 - mean) / span;
  return means
    .map((mean, at) =>
      mean === undefined ? '' : `${means[at - 1] === undefined ? 'M' : 'L'}${at} ${heightOf(mean).toFixed(3)}`
    )
    .join('');
}
