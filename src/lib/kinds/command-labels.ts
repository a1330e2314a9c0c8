import { number, percent } from '$lib/i18n/number';
import { say } from '$lib/i18n/i18n.svelte';
import { modeWords } from './controls/climate';
import type { CommandCall } from '#shared/interfaces/interface';
import { percentOf } from '#shared/interfaces/level';
import { readFlag, readNumber, readText } from '#shared/read';

/** What a call would have done, by its arguments; undefined where they are not what the method takes. */
type WordsOf = (args: CommandCall['params']) => string | undefined;

const WORDS: ReadonlyMap<string, WordsOf> = new Map<string, WordsOf>([
  ['setStatus', ({ status }) => eitherOf(status, say('control.on'), say('control.off'))],
  ['setArmed', ({ armed }) => eitherOf(armed, say('control.arm'), say('control.disarm'))],
  [
    'startLevelChange',
    ({ direction }) => eitherOf(direction === 'up', say('control.open'), say('control.close'))
  ],
  ['setLevel', ({ level }) => whole(level, (known) => percent(percentOf(known)))],
  [
    'setSetpoint',
    ({ setpoint }) => whole(setpoint, (known) => say('control.degrees', { value: number(known, 1) }))
  ],
  ['setMode', ({ mode }) => modeOf(mode)],
  ['setFanMode', ({ fanMode }) => say('command.fan', { mode: modeOf(fanMode) ?? '' })],
  ['stop', () => say('control.stop')],
  ['stopLevelChange', () => say('control.stop')],
  ['pulse', () => say('control.pulse')],
  ['ack', () => say('control.acknowledge')],
  ['setColor', () => say('command.colour')]
]);

/** What a command would have done, in a word or two: what a sheet says of one that failed. Reads reactive state (the language). */
export function commandWords({ method, params }: CommandCall): string {
  return WORDS.get(method)?.(params) ?? method;
}

function eitherOf(value: unknown, yes: string, no: string): string | undefined {
  const flag = readFlag(value);
  return flag === undefined ? undefined : flag ? yes : no;
}

function whole(value: unknown, words: (known: number) => string): string | undefined {
  const known = readNumber(value);
  return known === undefined ? undefined : words(known);
}

function modeOf(mode: unknown): string | undefined {
  const known = readText(mode);
  return known === undefined ? undefined : modeWords(known);
}
