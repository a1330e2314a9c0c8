/** What a device's sheet shows below its state: code that is loaded after the sheet's frame. */
export { default as CommandErrors } from './CommandErrors.svelte';
export { default as DeviceAppearanceForm } from '$features/appearance/DeviceAppearanceForm.svelte';
export { default as DeviceCompanions } from './DeviceCompanions.svelte';
export { default as DeviceControls } from './DeviceControls.svelte';
export { default as DeviceFacts } from './DeviceFacts.svelte';
export { default as DeviceHappened } from '$features/chronicle/DeviceHappened.svelte';
export { default as DeviceTimer } from '$features/timers/DeviceTimer.svelte';
export { default as HistorySection } from './HistorySection.svelte';
export { default as LockMeaning } from './LockMeaning.svelte';
