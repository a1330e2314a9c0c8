import type { ErrorCode } from '#shared/error-codes';
import type { ReadBody } from '#shared/routes';
import type { SignInTarget } from './connection';
import type { FoundControllers } from './discovery/found-controllers';
import type { KnownController, KnownControllers } from './known';

/** Where somebody wants to sign in. The id is that of a known controller, or of one that a search found. */
type SignInPlace = Partial<
  Pick<ReadBody<'POST /api/sign-in'>, 'controller' | 'address' | 'movedTo' | 'isNewHome'>
>;

/**
 * Which controller a sign-in is meant for, and where its password goes:
 * - `known`: to a known controller, by its id, or to those that are known at the address. It needs no pass; all others do.
 * - `moved`: to a known controller at another address.
 * - `new-home`: to another home than that of the controllers that are known there.
 * - `new`: to an address that a search found, or at which no controller is known.
 */
export interface SignInCase {
  readonly kind: 'known' | 'moved' | 'new-home' | 'new';
  /** The controller of the id, if that is known. */
  readonly held?: KnownController;
  /** The known controllers that the sign-in concerns. */
  readonly here: readonly KnownController[];
  /** The address as it was given or stored. */
  readonly address: string;
  /** Whether a person typed the address. */
  readonly isTyped: boolean;
}

/** Decides the case of a sign-in from what is known; null for an id that nothing has. */
export function signInCase(
  { controller, address = '', movedTo, isNewHome = false }: SignInPlace,
  { known, found }: { known: Pick<KnownControllers, 'get' | 'at'>; found: Pick<FoundControllers, 'get'> }
): SignInCase | null {
  if (controller === undefined) {
    const here = known.at(address);
    const kind = isNewHome ? 'new-home' : here.length > 0 ? 'known' : 'new';
    return { kind, here, address, isTyped: true };
  }
  const held = known.get(controller);
  if (held) {
    const kind = movedTo !== undefined ? 'moved' : isNewHome ? 'new-home' : 'known';
    return { kind, held, here: [held], address: movedTo ?? held.address, isTyped: movedTo !== undefined };
  }
  const passing = found.get(controller);
  const kind = isNewHome ? 'new-home' : 'new';
  if (!passing) return null;
  return { kind, here: known.at(passing.address), address: passing.address, isTyped: false };
}

/** Whether a move was refused for good, and not because the password or an answer is still missing. */
export const isRefusedMove = (code: ErrorCode): boolean =>
  code === 'different-home' || code === 'wrong-credentials' || code === 'setup-code-needed';

/** Whether a sign-in adds a controller for certain, before its card is known. */
export const isCertainlyNew = ({ candidates, moved }: SignInTarget, kind: SignInCase['kind']): boolean =>
  !moved && (kind === 'new-home' || candidates.length === 0);
