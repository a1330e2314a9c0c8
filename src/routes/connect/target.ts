import type { ControllerEntry, SignInRequest } from '#shared/wire';

/** Where to sign in: a controller that is known or was found, or an address that was typed. */
export type Target =
  | { readonly kind: 'controller'; readonly controller: ControllerEntry }
  | { readonly kind: 'address'; readonly address: string };

/** What the user called it, or its address. */
export function nameOfTarget(target: Target): string {
  return target.kind === 'controller' ? target.controller.name || target.controller.address : target.address;
}

/** How a sign-in request names it. */
export function whereOf(target: Target): Pick<SignInRequest, 'controller' | 'address'> {
  return target.kind === 'controller' ? { controller: target.controller.id } : { address: target.address };
}

/** The demo home's user and password, which are no secret; empty for a real controller. */
export function knownCredentialsOf(target: Target): { readonly username: string; readonly password: string } {
  const isDemo = target.kind === 'controller' && target.controller.source === 'demo';
  return isDemo ? { username: 'demo', password: 'demo' } : { username: '', password: '' };
}

/** A MAC as it stands on the box, `02:00:5e:10:00:01`; undefined for a controller that is known by its address alone. */
export function macOf({ id }: Pick<ControllerEntry, 'id'>): string | undefined {
  return /^[0-9a-f]{12}$/.test(id) ? (id.match(/../g) ?? []).join(':') : undefined;
}
