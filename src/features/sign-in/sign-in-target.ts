import { t } from '$lib/i18n/i18n.svelte';
import type { ControllerEntry, SignInRequest } from '#shared/wire';

/** Where to sign in: a controller that is known or was found, or an address that was typed. */
export type Target =
  | { readonly kind: 'controller'; readonly controller: ControllerEntry }
  | { readonly kind: 'address'; readonly address: string };

/** What it calls itself, or its address; who is told neither is told that much. */
export function nameOfTarget(target: Target): string {
  if (target.kind === 'address') return target.address;
  return target.controller.name || target.controller.address || t('closed.unnamed');
}

/** How a sign-in request names it. */
export function whereOf(target: Target): Pick<SignInRequest, 'controller' | 'address'> {
  return target.kind === 'controller' ? { controller: target.controller.id } : { address: target.address };
}

/** Whether it is a controller that somebody signed in to before. */
export const isKnown = (target: Target): boolean =>
  target.kind === 'controller' && target.controller.source === 'known';

/** The demo home's user and password, which are no secret; empty for a real controller. */
export function knownCredentialsOf(target: Target): { readonly username: string; readonly password: string } {
  const isDemo = target.kind === 'controller' && target.controller.source === 'demo';
  return isDemo ? { username: 'demo', password: 'demo' } : { username: '', password: '' };
}

/** A MAC as it stands on the box, `02:00:5e:10:00:01`, from its 12 hex digits. */
export const spellMac = (mac: string): string => (mac.match(/../g) ?? []).join(':');
