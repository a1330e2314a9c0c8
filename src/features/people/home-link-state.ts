import type { OtherHome } from '#shared/wire-live';
import { LINK_STATES } from '$features/view-models/link-states';
import { LINK_LABELS } from '$lib/components/link-labels';
import { t } from '$lib/i18n/i18n.svelte';
import type { App } from '$lib/state/app.svelte';

/**
 * Returns how a home of this browser is connected: that which is shown by its own link, the others as the link tells them. Without it nobody
 * knows, so they are as this one. Reactive.
 */
export function linkOf(
  { opened, session }: App,
  home: string
): { readonly label: string; readonly isUnreachable: boolean; readonly dangers: OtherHome['dangers'] } {
  const own = opened?.link;
  const others = own?.isLinked ? (opened?.otherHomes.value ?? null) : null;
  const other = others?.find(({ id }) => id === home);
  const told = other ? LINK_STATES[other.state === 'online' ? 'live' : (other.state ?? 'connecting')] : null;
  const isSignedOut = others !== null && home !== session.home && !other;
  const state = isSignedOut ? 'signed-out' : (told ?? LINK_STATES[own?.state ?? 'offline']);
  return {
    label: t(LINK_LABELS[state]),
    isUnreachable: state === 'controller-unreachable',
    dangers: other?.dangers ?? []
  };
}
