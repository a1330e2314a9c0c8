/** Makes a CSS `url()` from a URL. Characters that would end the quotes are encoded, so that the URL cannot add CSS. */
export const cssUrl = (address: string): string =>
  `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`;
