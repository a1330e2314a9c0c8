/** Who this controller says it is, by HTTP and by UDP alike. */
export interface Identity {
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
}
