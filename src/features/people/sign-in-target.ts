import type { ControllerEntry, SignInRequest } from '#shared/wire';
import type { Namesake } from '#shared/wire-fields';
import { t } from '$lib/i18n/i18n.svelte';
import { facts } from '$lib/i18n/list';
import { namesakeFacts } from './namesake';

/** The target of a sign-in: a known or found controller, or a typed address. */
export type Target =
  | { readonly kind: 'controller'; readonly controller: ControllerEntry }
  | { readonly kind: 'address'; readonly address: string };

/** Returns a target's name, its address, or a general text if the client gets neither. */
export function nameOfTarget(target: Target): string {
  if (target.kind === 'address') return target.address;
  return target.controller.name || target.controller.address || t('closed.unnamed');
}

/** Returns a target's name, and what tells it from others of that name. */
export const labelOfTarget = (target: Target): string =>
  facts(nameOfTarget(target), namesakeFacts(namesakeOf(target)));

/** Returns what tells a target from homes of its name; undefined for the only one. */
export const namesakeOf = (target: Target): Namesake | undefined =>
  target.kind === 'controller' ? target.controller.namesake : undefined;

/** Returns the fields of a sign-in request for a target. */
export function whereOf(target: Target): Pick<SignInRequest, 'controller' | 'address'> {
  return target.kind === 'controller' ? { controller: target.controller.id } : { address: target.address };
}

/** Whether a target is a controller that was signed in to before. */
export const isKnown = (target: Target): boolean =>
  target.kind === 'controller' && target.controller.source === 'known';

/** Whether the first sign-in to a target sets it up: its user name and password are chosen then. */
export const setsUp = (target: Target): boolean =>
  target.kind === 'controller' && target.controller.setsUp === true;

/** Returns the public credentials of the demo home; empty for a real controller. */
export function knownCredentialsOf(target: Target): { readonly username: string; readonly password: string } {
  const isDemo = target.kind === 'controller' && target.controller.source === 'demo';
  return isDemo ? { username: 'demo', password: 'demo' } : { username: '', password: '' };
}
