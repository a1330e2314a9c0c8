/** Severities of findings. `info` does not count as a finding. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A finding of an independent scanner. */
export interface Finding {
  readonly scanner: string;
  /** The scanner's own id of the check. */
  readonly id: string;
  readonly severity: Severity;
  readonly text: string;
}

/**
 * The result of one scanner: its findings with a summary if there is one, or the reason why it did not run.
 */
export type Scan =
  | { readonly findings: readonly Finding[]; readonly summary?: string }
  | { readonly skipped: string };
