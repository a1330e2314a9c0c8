import type { Params } from '#shared/home';

/** A condition of a node itself, and whether a person has to do something about it. */
interface ConditionRule {
  readonly needsPerson: boolean;
}

const DUE: ConditionRule = { needsPerson: true };
const PASSING: ConditionRule = { needsPerson: false };

/**
 * All conditions that a node reports of itself, the most important ones first. None of them is a hazard: those are sensors of their own, see
 * `HAZARDS`. A test, a silenced alarm and an open cover were begun by somebody who stands in front of the device; many devices never take an
 * open cover back.
 */
const CONDITION_RULES = {
  'end-of-life': DUE,
  replace: DUE,
  'hardware-failure': DUE,
  'software-failure': DUE,
  malfunction: DUE,
  'test-failed': DUE,
  'short-circuit': DUE,
  'over-current': DUE,
  'over-voltage': DUE,
  'under-voltage': DUE,
  'load-error': DUE,
  'shut-off': DUE,
  jammed: DUE,
  'power-lost': DUE,
  'backup-battery': DUE,
  'sensor-battery': DUE,
  dust: DUE,
  inspection: DUE,
  filter: DUE,
  maintenance: DUE,
  silenced: PASSING,
  test: PASSING,
  tamper: PASSING,
  'keypad-blocked': PASSING,
  charging: PASSING,
  running: PASSING
} as const satisfies Readonly<Record<string, ConditionRule>>;

/** A condition that a node reports of itself. */
export type Condition = keyof typeof CONDITION_RULES;

const isCondition = (code: unknown): code is Condition =>
  typeof code === 'string' && Object.hasOwn(CONDITION_RULES, code);

/** All conditions, the most important ones first. */
export const CONDITIONS: readonly Condition[] = Object.keys(CONDITION_RULES).filter(isCondition);

/** Whether a person has to do something about a condition. */
export const needsPerson = (condition: Condition): boolean => CONDITION_RULES[condition].needsPerson;

/** Each of some conditions once, the most important ones first. */
export function sortConditions(conditions: readonly unknown[]): readonly Condition[] {
  const given = new Set(conditions);
  return CONDITIONS.filter((each) => given.has(each));
}

/**
 * Reads the conditions of a device's node [A]: `conditions`, a list of codes. Unknown codes are left out.
 * @returns undefined if the device reports no list: then nothing is known of its node. An empty list says that all is well.
 */
export function readConditions({ conditions }: Params): readonly Condition[] | undefined {
  return Array.isArray(conditions) ? sortConditions(conditions) : undefined;
}

/** The conditions of a device's node about which a person has to do something. */
export const dueConditionsOf = (params: Params): readonly Condition[] =>
  (readConditions(params) ?? []).filter(needsPerson);
