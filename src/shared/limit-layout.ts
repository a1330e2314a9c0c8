import type { Device } from '#shared/home';
import type { Layout } from '#shared/layout';
import { isModelOf } from '#shared/model';

/** Leaves out of a layout what is meant for other devices than those that a home has under the same ids now. */
export function withoutOthers(layout: Layout, devices: readonly Device[]): Layout {
  const others = new Set(
    devices.filter((device) => !isModelOf(layout.models?.[device.id], device)).map(({ id }) => String(id))
  );
  const keep = <T>(byId: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(byId).filter(([id]) => !others.has(id)));
  return {
    ...layout,
    favourites: layout.favourites?.filter((id) => !others.has(String(id))) ?? null,
    devices: keep(layout.devices),
    ...(layout.models && { models: keep(layout.models) })
  };
}
