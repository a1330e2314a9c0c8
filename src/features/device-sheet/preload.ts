import { whenIdle } from '$lib/components/when-idle';

/**
 * Loads the code of device sheets once the page is idle. A failure is ignored: the sheet loads it again when it opens.
 * Returns a function that cancels it.
 */
export function preloadDeviceSheet(): () => void {
  return whenIdle('device-sheet', () => {
    Promise.all([import('./sheet-parts.svelte'), import('./DeviceSheet.svelte')])
      .then(([{ sheetParts }]) => sheetParts.load())
      .catch(() => undefined);
  });
}
