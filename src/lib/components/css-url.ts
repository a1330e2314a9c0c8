/** An address as CSS quotes it. What would end the quotes early is encoded: an address is data, never CSS. */
export const cssUrl = (address: string): string =>
  `url("${address.replace(/["\\\n]/g, encodeURIComponent)}")`;
