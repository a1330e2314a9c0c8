/** Milliseconds until the object URL is revoked. Some browsers read it only after the click. */
const REVOKE_DELAY_MS = 60_000;

/** Downloads a text as a file. `type` is its media type, such as `text/plain`. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
