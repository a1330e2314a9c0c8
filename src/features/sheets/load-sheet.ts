import type { Component } from 'svelte';
import { page } from '$app/state';
import type { SheetProps } from '$features/navigation/sheet-navigation';
import type { SheetKind } from '$features/navigation/sheet-route';
import { withMessages } from '$lib/i18n/lazy-view';

/** A sheet's module. `loadParts` loads the parts that its frame does not need. */
interface SheetModule {
  readonly default: Component<SheetProps>;
  readonly loadParts?: () => Promise<unknown>;
}

/**
 * The lazy import of each sheet. They are separate expressions, since two imports in one would be merged and lose the
 * styles of one.
 */
const SOURCES: Readonly<Record<SheetKind, () => Promise<SheetModule>>> = {
  device: () => import('./DeviceSheet.svelte'),
  room: () => import('./RoomAppearanceSheet.svelte'),
  lights: () => import('./RoomLightsSheet.svelte')
};

/**
 * Loads a sheet and the messages that it needs. A sheet that is the first page (a link, a reload) waits for its parts
 * too: nobody has tapped, and nothing moves when they arrive.
 */
export async function loadSheet(kind: SheetKind): Promise<Component<SheetProps>> {
  const sheet = await withMessages(SOURCES[kind]());
  if (!page.state.sheet) await sheet.loadParts?.().catch(() => undefined);
  return sheet.default;
}
