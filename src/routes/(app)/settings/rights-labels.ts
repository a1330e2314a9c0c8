import { isFull, type Rights } from '#shared/rights';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { dayAndTime } from '$lib/i18n/time';

/** Whether no room is chosen yet: such rights cannot be given. */
export const lacksRooms = ({ rooms }: Rights): boolean => rooms?.length === 0;

/** Returns a screen's rights as a short text. Reactive (language). */
export function rightsLabel(rights: Rights): string {
  if (isFull(rights)) return t(rights.manages ? 'rights.manages' : 'rights.full');
  const { rooms, commands, until } = rights;
  return facts(
    rooms ? t('rights.rooms', { count: rooms.length }) : t('now.wholeHome'),
    commands ? t('rights.commands') : t('rights.looking'),
    until !== null && t('rights.until', { time: dayAndTime(until) })
  );
}
