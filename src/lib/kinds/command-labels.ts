import { fanSpeedOf, isFan } from '#shared/fan';
import type { Device } from '#shared/home';
import type { CommandCall } from '#shared/interfaces/interface';
import { percentOf } from '#shared/interfaces/level';
import { setLevel } from '#shared/interfaces/switch-multilevel';
import { readFlag, readNumber, readText } from '#shared/read';
import { t } from '$lib/i18n/i18n.svelte';
import { number, percent } from '$lib/i18n/number';
import { fanModeLabel, modeLabel } from './control-summary';

/** Returns the label of a call by its arguments; undefined if they are invalid. */
type LabelOf = (args: CommandCall['params']) => string | undefined;

const LABELS: ReadonlyMap<string, LabelOf> = new Map<string, LabelOf>([
  ['setStatus', ({ status }) => eitherOf(status, t('control.on'), t('control.off'))],
  ['setArmed', ({ armed }) => eitherOf(armed, t('control.arm'), t('control.disarm'))],
  [
    'startLevelChange',
    ({ direction }) => eitherOf(direction === 'up', t('control.open'), t('control.close'))
  ],
  ['setLevel', ({ level }) => format(level, (known) => percent(percentOf(known)))],
  [
    'setSetpoint',
    ({ setpoint }) => format(setpoint, (known) => t('control.degrees', { value: number(known, 1) }))
  ],
  ['setMode', ({ mode }) => labelOf(mode, modeLabel)],
  ['setFanMode', ({ fanMode }) => t('command.fan', { mode: labelOf(fanMode, fanModeLabel) ?? '' })],
  ['stop', () => t('control.stop')],
  ['stopLevelChange', () => t('control.stop')],
  ['pulse', () => t('control.pulse')],
  ['ack', () => t('control.acknowledge')],
  ['setColor', () => t('command.colour')]
]);

/**
 * Returns a short label of a command: "On", "40 %", of a fan "Medium". Reactive (language).
 * @param device the one that it is for, if it is known
 */
export function commandLabel({ method, params }: CommandCall, device?: Device): string {
  const toLabel = method === setLevel.method && device && isFan(device) ? speedLabel : LABELS.get(method);
  return toLabel?.(params) ?? method;
}

const speedLabel: LabelOf = ({ level }) => format(level, (known) => t(`fan.${fanSpeedOf(known)}`));

function eitherOf(value: unknown, yes: string, no: string): string | undefined {
  const flag = readFlag(value);
  return flag === undefined ? undefined : flag ? yes : no;
}

function format(value: unknown, toLabel: (known: number) => string): string | undefined {
  const known = readNumber(value);
  return known === undefined ? undefined : toLabel(known);
}

function labelOf(mode: unknown, toLabel: (known: string) => string): string | undefined {
  const known = readText(mode);
  return known === undefined ? undefined : toLabel(known);
}
