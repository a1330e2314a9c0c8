import type { Session } from '#shared/wire';
import type { Namesake } from '#shared/wire-fields';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { dayOf } from '$lib/i18n/time';

/** A home as far as its words need it. */
interface NamedHome {
  readonly name: string;
  readonly namesake?: Namesake | undefined;
}

/** Returns what tells a home from others of its name: "No. 2 · added on 29 November"; empty for the only one. Reactive, as all here. */
export function namesakeFacts(namesake: Namesake | undefined): string {
  if (!namesake) return '';
  const { number, addedAt } = namesake;
  return facts(
    t('namesake.number', { number }),
    addedAt > 0 && t('namesake.added', { date: dayOf(addedAt) })
  );
}

/** Returns a home's name and what tells it from others of that name. */
export const homeLabel = ({ name, namesake }: NamedHome): string =>
  facts(name || t('closed.unnamed'), namesakeFacts(namesake));

/** Returns the sentence for who types a password of a home that has a namesake; empty for the only one of its name. */
export function namesakeCaution(namesake: Namesake | undefined): string {
  if (!namesake) return '';
  const { addedAt } = namesake;
  return addedAt > 0 ? t('namesake.caution', { date: dayOf(addedAt) }) : t('namesake.cautionUndated');
}

/** The label of a field for the password of a home's account. */
export const passwordLabel = (session: Pick<Session, 'account'> | null): string =>
  session?.account ? t('password.of', { account: session.account }) : t('password.ofThisHome');
