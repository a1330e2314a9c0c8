import { say } from '$lib/i18n/i18n.svelte';
import type { Activity } from '#shared/household';

/** What happened, in a sentence; where one row stands for several, how often. Reads reactive state (the language). */
export function activityMessage(activity: Activity): string {
  const { kind, count } = activity;
  const sentence = sentenceOfKind(activity);
  return count > 1 && kind !== 'let-back-in' ? `${sentence} · ${say('activity.times', { count })}` : sentence;
}

function sentenceOfKind({ kind, count, controller, user, screen, by }: Activity): string {
  const name = screen?.name || say('activity.someScreen');
  const home = controller?.name || say('activity.yourHome');
  switch (kind) {
    case 'signed-in':
      return say('activity.signedIn', { name, user: user ?? '' });
    case 'paired':
      return by ? say('activity.pairedBy', { name, by: by.name }) : say('activity.paired', { name });
    case 'locked':
      return say('activity.locked', { user: user ?? '' });
    case 'let-back-in':
      return sentenceOfReturn(screen ? name : say('activity.screens', { count }), by?.name);
    case 'setup-code-used':
      return say('activity.setupCodeUsed');
    case 'setup-code-failed':
      return say('activity.setupCodeFailed');
    case 'moved':
      return by ? say('activity.movedBy', { home, by: by.name }) : say('activity.moved', { home });
    case 'move-refused':
      return say('activity.moveRefused', { home });
  }
}

const sentenceOfReturn = (name: string, by: string | undefined): string =>
  by ? say('activity.letBackInBy', { name, by }) : say('activity.letBackIn', { name });
