import { succeed, type Result } from '#shared/errors';
import { EMPTY_HOME } from '#shared/home';
import { refuseByRights, dependsOnHome, type ControllerCall } from '../../household/rights';
import type { Screen } from '../../household/screens/screen';
import type { HomeHousehold } from './homes';

/** Permission for one call at this moment. A command that has waited needs a new one. */
export interface Permission {
  /** The screen as it is now. */
  readonly screen: Screen;
  /** Whether the permission is still valid: false once the screen ended, was locked or has other rights. Polled before sending. */
  readonly isValid: () => boolean;
}

/**
 * Decides whether a screen may make a call at this moment. The rights at the time of the request do not count: while a command waits in
 * the queue, its screen may be signed out, limited, or reach the end of its rights. Those of a screen with some rooms depend on the whole home
 * as it is known now.
 * @returns why there is no permission: `not-signed-in`, `screen-locked`, `limited-screen`, or why the home is not known
 */
export async function authorize(
  id: string,
  call: ControllerCall,
  house: HomeHousehold
): Promise<Result<Permission>> {
  const { screens, homes } = house;
  const admitted = screens.admit(id);
  if (!admitted.ok) return admitted;
  const screen = admitted.value;
  const { controller, rights } = screen;
  const known = dependsOnHome(rights) ? await homes.read(controller) : succeed(EMPTY_HOME);
  const isValid = () => {
    const now = screens.admit(id);
    return now.ok && now.value.rights === rights;
  };
  if (!isValid()) return authorize(id, call, house);
  if (!known.ok) return known;
  const refused = refuseByRights(rights, call, known.value);
  return refused ? { ok: false, error: refused } : succeed({ screen, isValid });
}
