import type { KnownHome } from '$lib/state/session/known-homes';
import type { SessionState } from '$lib/state/session/session.svelte';

/**
 * The homes of this phone, to be shown apart from all others, once the session of one has ended without a sign-out here: then another home may
 * have its name. Until then none are. Reactive.
 */
export const phoneHomes = ({ homes }: Pick<SessionState, 'homes'>): readonly KnownHome[] =>
  homes.all.some(({ ended }) => ended) ? homes.all.filter(({ leaving }) => !leaving) : [];
