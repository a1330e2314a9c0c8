import type { PlainKey } from '$lib/i18n/keys';
import { say } from '$lib/i18n/i18n.svelte';
import { errorMessage } from '$lib/i18n/error-message';
import type { Outcome } from './outcome';
import type { Reach, RoundKind, RoundPlan } from './plan';
import type { RoundEntry } from './bulk-action.svelte';

/** What is asked before a round. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** The word on the button that begins it. */
  readonly confirm: string;
}

/** What a round is called. */
const TITLES: Readonly<Record<RoundKind, PlainKey>> = {
  'lights-off': 'room.allLightsOff',
  'lights-back': 'round.lightsBack',
  'shutters-open': 'room.openShutters',
  'shutters-close': 'room.closeShutters',
  'shutters-stop': 'room.stopShutters'
};

const SHUTTER_QUESTIONS: Readonly<Record<Reach, Readonly<Record<'open' | 'close', PlainKey>>>> = {
  room: { open: 'round.openInRoom', close: 'round.closeInRoom' },
  home: { open: 'round.openInHome', close: 'round.closeInHome' }
};

/** A round's name. Reads reactive state (the language). */
export function titleOf({ kind }: Pick<RoundPlan, 'kind'>): string {
  return say(TITLES[kind]);
}

/** What people are asked before a round. Reads reactive state (the language). */
export function questionOf({ kind, reach, steps }: RoundPlan): Question {
  const count = steps.length;
  const confirm = say(TITLES[kind]);
  if (kind === 'lights-off')
    return { title: say('round.lightsOffAsk'), text: say('round.lightsOffCount', { count }), confirm };
  const direction = kind === 'shutters-open' ? 'open' : 'close';
  return {
    title: say(SHUTTER_QUESTIONS[reach][direction]),
    text: say('round.shuttersCount', { count }),
    confirm
  };
}

/** How a round stands, in one line: "9 of 10 confirmed". Reads reactive state (the language). */
export function standingOf({ kind }: Pick<RoundPlan, 'kind'>, entries: readonly RoundEntry[]): string {
  const count = (...states: readonly Outcome['state'][]) =>
    entries.filter(({ outcome }) => states.includes(outcome.state)).length;
  const total = entries.length;
  if (count('waiting') > 0) return say('round.sending', { done: total - count('waiting'), total });
  const counts = { done: count('confirmed'), total };
  const result = say(kind === 'shutters-stop' ? 'round.accepted' : 'round.confirmed', counts);
  const underWay = count('underWay');
  return underWay > 0 ? `${result} · ${say('round.underWay', { count: underWay })}` : result;
}

/** Why a device is not as it was asked to be. Reads reactive state (the language). */
export function reasonOf(outcome: Outcome): string {
  switch (outcome.state) {
    case 'failed':
      return errorMessage(outcome.failure);
    case 'unconfirmed':
      return say('error.unconfirmed');
    case 'dead':
      return say('error.dead');
    case 'overtaken':
      return say('error.superseded');
    case 'gone':
      return say('error.not-found');
    case 'dropped':
      return say('round.dropped');
    default:
      return '';
  }
}
