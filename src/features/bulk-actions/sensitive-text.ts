import type { Device } from '#shared/home';
import { sensitiveKindOf } from '#shared/sensitive';
import { fullNameOf } from '$features/view-models/full-name';
import { t } from '$lib/i18n/i18n.svelte';
import { listOf } from '$lib/i18n/list';
import type { OpenHome } from '$lib/state/open-home.svelte';
import { movesText } from './bulk-action-labels';

/**
 * Returns what an action does with devices that move, sound or let water or gas flow, for the question before it: "This moves Blind. This
 * turns on Siren." Empty for none. Reactive (language, home).
 * @param how `may`: only the proxy knows how sirens and valves were before
 */
export function setsText(
  home: Pick<OpenHome, 'state' | 'layout'>,
  devices: readonly Device[],
  how: 'does' | 'may'
): string {
  const ofKind = (kind: 'siren' | 'valve') => devices.filter((device) => sensitiveKindOf(device) === kind);
  const moved = devices.filter((device) => !['siren', 'valve'].includes(sensitiveKindOf(device) ?? ''));
  const others = (['siren', 'valve'] as const).map((kind) => {
    const names = listOf(ofKind(kind).map((device) => fullNameOf(device, home)));
    if (names === '') return '';
    return how === 'may' ? t(`sensitive.may.${kind}`, { names }) : t(`sensitive.does.${kind}`, { names });
  });
  return [moved.length > 0 ? movesText(home, moved) : '', ...others].filter(Boolean).join(' ');
}
