/** How bad a scanner calls what it found; `info` is no finding at all. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something that an independent scanner has to say. */
export interface Finding {
  readonly scanner: string;
  /** The scanner's own name for it. */
  readonly id: string;
  readonly severity: Severity;
  readonly text: string;
}

/** What came of one scanner: its findings, in a line where it has a figure to tell, or why it did not run. */
export type Scan =
  { readonly findings: readonly Finding[]; readonly summary?: string } | { readonly skipped: string };
