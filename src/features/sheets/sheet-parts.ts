import { whenIdle } from '$lib/components/when-idle';
import { lazy } from '$lib/lazy.svelte';

/** The parts of a device's sheet below its state. */
export const sheetParts = lazy(() => import('./parts'));

/**
 * Loads the code of device sheets once the page is idle. A failure is ignored: the sheet loads it again when it opens.
 * Returns a function that cancels it.
 */
export function preloadDeviceSheet(): () => void {
  return whenIdle('device-sheet', () => {
    Promise.all([import('./DeviceSheet.svelte'), sheetParts.load()]).catch(() => undefined);
  });
}
