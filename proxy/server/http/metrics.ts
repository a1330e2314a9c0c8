/** One value of a metric, with the labels that distinguish it. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** One metric of `/metrics`, by the conventions of Prometheus. */
export interface Metric {
  /** `mantel_screens`; a counter ends with `_total`, and units are seconds and bytes. */
  readonly name: string;
  /** Help text: what it counts, in a sentence. */
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly read: () => number | readonly Sample[];
}

const metricOf =
  (type: Metric['type']) =>
  (name: string, help: string, read: Metric['read']): Metric => ({ name, help, type, read });

/** A metric that goes up and down. */
export const gauge = metricOf('gauge');

/** A metric that only increases until a restart. */
export const counter = metricOf('counter');

/** Counts events by their outcome, for a counter of `/metrics`. */
export class OutcomeCounter {
  readonly #counts: Map<string, number>;

  /** @param outcomes all outcomes: each starts at 0, so that the first event is an increase */
  constructor(outcomes: readonly string[]) {
    this.#counts = new Map(outcomes.map((outcome) => [outcome, 0]));
  }

  /** Counts one event. */
  count(outcome: string) {
    this.#counts.set(outcome, (this.#counts.get(outcome) ?? 0) + 1);
  }

  /** The counts, with the label `outcome`. */
  samples(): readonly Sample[] {
    return [...this.#counts].map(([outcome, value]) => ({ labels: { outcome }, value }));
  }
}

/** The text of `/metrics`, in the text format 0.0.4. A metric without a sample is left out. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type, read }) => {
    const values = read();
    const samples = typeof values === 'number' ? [{ value: values }] : values;
    if (samples.length === 0) return [];
    return [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map((sample) => `${name}${labelsOf(sample)} ${sample.value}`)
    ];
  });
  return `${lines.join('\n')}\n`;
}

function labelsOf({ labels = {} }: Sample): string {
  const pairs = Object.entries(labels).map(
    ([label, value]) => `${label}="${value.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
