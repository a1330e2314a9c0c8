import type { ControllerEntry } from '#shared/wire';

/**
 * A controller's number, which tells controllers of one name apart: the end of Mantel's own random id of it. Everybody may see it, as the
 * id itself. It says nothing about the controller's address or MAC.
 */
export const signInNumberOf = ({ id }: Pick<ControllerEntry, 'id'>): string => id.slice(-4).toUpperCase();

/** The ids of the controllers whose name another one has too, whatever its case. */
export function idsOfSameName(controllers: readonly ControllerEntry[]): ReadonlySet<string> {
  const nameOf = ({ name }: ControllerEntry) => name.trim().toLowerCase();
  const isShared = (controller: ControllerEntry) =>
    controllers.some((other) => other.id !== controller.id && nameOf(other) === nameOf(controller));
  return new Set(controllers.filter(isShared).map(({ id }) => id));
}
