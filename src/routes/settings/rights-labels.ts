import { dayAndTime } from '$lib/i18n/time';
import { say } from '$lib/i18n/i18n.svelte';
import { isFull, type Rights } from '#shared/rights';

/** What a screen may do, in a few words. Reads reactive state (the language). */
export function wordsOfRights(rights: Rights): string {
  if (isFull(rights)) return say(rights.manages ? 'rights.manages' : 'rights.full');
  const { rooms, commands, until } = rights;
  return [
    rooms ? say('rights.rooms', { count: rooms.length }) : say('rights.wholeHome'),
    commands ? say('rights.commands') : say('rights.looking'),
    ...(until === null ? [] : [say('rights.until', { time: dayAndTime(until) })])
  ].join(' · ');
}
