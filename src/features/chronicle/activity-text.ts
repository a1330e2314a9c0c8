import type { Activity } from '#shared/household';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';

/** Returns the sentence for an activity, with the count if the row stands for several. Reactive (language). */
export function activityText(activity: Activity): string {
  const { kind, count } = activity;
  const sentence = sentenceOfKind(activity);
  return count > 1 && kind !== 'let-back-in' && kind !== 'timers-ended'
    ? facts(sentence, t('activity.times', { count }))
    : sentence;
}

function sentenceOfKind(activity: Activity): string {
  const { kind, count, controller, user, screen, by } = activity;
  const name = screen?.name || t('activity.someScreen');
  const home = controller?.name || t('activity.yourHome');
  switch (kind) {
    case 'signed-in':
      return t('activity.signedIn', { name, user: user ?? '' });
    case 'paired':
      return by ? t('activity.pairedBy', { name, by: by.name }) : t('activity.paired', { name });
    case 'locked':
      return t('activity.locked', { user: user ?? '' });
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
    case 'user-removed':
      return t('activity.userRemoved', { user: user ?? '', by: by?.name || t('activity.someScreen') });
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

/** Adds the browser that did it, where no screen of this home did. */
const withOrigin = (sentence: string, { by, from }: Activity): string => facts(sentence, by?.name ?? from);

const sentenceOfReturn = (name: string, by: string | undefined): string =>
  by ? t('activity.letBackInBy', { name, by }) : t('activity.letBackIn', { name });
