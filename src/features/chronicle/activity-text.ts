import type { Room } from '#shared/home';
import type { Activity } from '#shared/household';
import { t } from '$lib/i18n/i18n.svelte';
import { facts, listOf } from '$lib/i18n/list';
import { nameOf } from '$lib/kinds/device-name';

/** Finds a room of the home; undefined for one that it does not have, or not yet. */
type FindRoom = (id: number) => Pick<Room, 'id' | 'name'> | undefined;

/** Returns the sentence for an activity, with the count if the row stands for several. Reactive (language, names of rooms). */
export function activityText(activity: Activity, findRoom: FindRoom): string {
  const { kind, count } = activity;
  const sentence = sentenceOfKind(activity, findRoom);
  return count > 1 && kind !== 'let-back-in' && kind !== 'timers-ended'
    ? facts(sentence, t('activity.times', { count }))
    : sentence;
}

function sentenceOfKind(activity: Activity, findRoom: FindRoom): string {
  const { kind, count, controller, screen, by } = activity;
  const name = screen?.name || t('activity.someScreen');
  const home = controller.name || t('activity.yourHome');
  switch (kind) {
    case 'signed-in':
      return t('activity.signedIn', { name });
    case 'paired':
      return by ? t('activity.pairedBy', { name, by: by.name }) : t('activity.paired', { name });
    case 'locked':
      return t('activity.locked');
    case 'let-back-in':
      return sentenceOfReturn(screen ? name : t('activity.screens', { count }), by?.name);
    case 'setup-code-used':
      return t('activity.setupCodeUsed');
    case 'setup-code-failed':
      return t('activity.setupCodeFailed');
    case 'moved':
      return by ? t('activity.movedBy', { home, by: by.name }) : t('activity.moved', { home });
    case 'move-refused':
      return t('activity.moveRefused', { home });
    case 'wrong-pins':
      return t('activity.wrongPins', { name });
    case 'timers-ended':
      return t('activity.timersEnded', { name, count });
    case 'other-account':
      return t('activity.otherAccount', { name, rooms: roomsOf(activity, findRoom) });
    case 'account-replaced':
      return by
        ? t('activity.accountReplacedBy', { by: by.name })
        : withOrigin(t('activity.accountReplaced'), activity);
    case 'account-taken-back':
      return t('activity.accountTakenBack', { name });
    case 'source-password':
      return by
        ? t('activity.sourcePasswordBy', { by: by.name })
        : withOrigin(t('activity.sourcePassword'), activity);
    case 'home-added':
      return sentenceOfHome(activity);
    case 'home-leaving':
      return by ? t('activity.leavingBy', { by: by.name }) : withOrigin(t('activity.leaving'), activity);
    case 'home-kept':
      return by ? t('activity.keptBy', { by: by.name }) : withOrigin(t('activity.kept'), activity);
    case 'recovery-code-made':
      return by
        ? t('activity.recoveryCodeMadeBy', { by: by.name })
        : withOrigin(t('activity.recoveryCodeMade'), activity);
    case 'recovery-code-used':
      return withOrigin(t('activity.recoveryCodeUsed'), activity);
  }
}

/** The sentence for a home that was added, and from where, as far as that is known. */
function sentenceOfHome({ home, by, from }: Activity): string {
  const name = home?.name || t('closed.unnamed');
  const origin = by?.name || from;
  return origin
    ? t('activity.homeAddedFrom', { home: name, from: origin })
    : t('activity.homeAdded', { home: name });
}

/** The names of the rooms that a screen sees, or how many if one of them is not known here. */
function roomsOf({ rooms }: Activity, findRoom: FindRoom): string {
  if (!rooms) return t('activity.wholeHome');
  const found = rooms.flatMap((id) => findRoom(id) ?? []);
  return found.length < rooms.length ? t('rights.rooms', { count: rooms.length }) : listOf(found.map(nameOf));
}

/** Adds the browser that did it, where no screen of this home did. */
const withOrigin = (sentence: string, { by, from }: Activity): string => facts(sentence, by?.name ?? from);

const sentenceOfReturn = (name: string, by: string | undefined): string =>
  by ? t('activity.letBackInBy', { name, by }) : t('activity.letBackIn', { name });
