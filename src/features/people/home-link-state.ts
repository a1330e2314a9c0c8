import type { OtherHome } from '#shared/wire-live';
import { LINK_STATES } from '$features/view-models/link-states';
import { LINK_LABELS } from '$lib/components/link-labels';
import { t } from '$lib/i18n/i18n.svelte';
import type { App } from '$lib/state/app.svelte';

/** What is known of a home of this browser. */
interface HomeLinkState {
  /** Empty if nothing is known. */
  readonly label: string;
  readonly isLive: boolean;
  readonly isUnreachable: boolean;
  readonly dangers: OtherHome['dangers'];
}

const UNKNOWN: HomeLinkState = { label: '', isLive: false, isUnreachable: false, dangers: [] };

/**
 * Returns how a home of this browser is connected. The one that is shown has the state of its link, which also tells the states of the others.
 * While it is down, or has not told them yet, nothing is known of those; while no home is open, of none. Reactive.
 */
export function linkOf({ opened, session }: App, home: string): HomeLinkState {
  if (!opened) return UNKNOWN;
  const { link, otherHomes } = opened;
  if (home === session.home) {
    const { state } = link;
    return {
      label: t(LINK_LABELS[LINK_STATES[state]]),
      isLive: LINK_STATES[state] === 'live',
      isUnreachable: LINK_STATES[state] === 'controller-unreachable',
      dangers: []
    };
  }
  const others = link.isLinked ? otherHomes.value : null;
  if (!others) return UNKNOWN;
  const other = others.find(({ id }) => id === home);
  if (!other) return { ...UNKNOWN, label: t(LINK_LABELS['signed-out']) };
  const { dangers, leaving } = other;
  if (leaving) return { ...UNKNOWN, label: t('forgetting.row'), dangers };
  const state = LINK_STATES[other.state === 'online' ? 'live' : (other.state ?? 'connecting')];
  return {
    label: t(LINK_LABELS[state]),
    isLive: state === 'live',
    isUnreachable: state === 'controller-unreachable',
    dangers
  };
}
