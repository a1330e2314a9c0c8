import type { Session } from '#shared/wire';
import { t } from '$lib/i18n/i18n.svelte';
import { dayAndTime } from '$lib/i18n/time';

type OfHome = Pick<Session, 'controller'>;

/** Whether a home is a source of Mantel itself, which has its own password: it has no address in the network. */
export const isSource = ({ controller }: OfHome): boolean => controller.address === '';

/** The key of what a managing screen can do with the account of a home. */
export const changeOfAccount = (of: OfHome) => (isSource(of) ? 'account.newPassword' : 'account.other');

/**
 * Returns the replacement of a home's account, while the former one takes the home back; undefined if there is none. Takes ms since the
 * epoch.
 */
export const replacementOf = ({ accountReplaced }: Pick<Session, 'accountReplaced'>, now: number) =>
  accountReplaced && accountReplaced.until > now ? accountReplaced : undefined;

/** Says who replaced the account of a home, and until when the former one takes the home back. */
export const wordsOfReplacement = ({ by, until }: NonNullable<Session['accountReplaced']>) => ({
  title: t('account.replaced', { by: by || t('activity.someScreen') }),
  hint: t('account.replacedHint', { date: dayAndTime(until) })
});
