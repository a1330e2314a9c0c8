/** The identity of the controller, in HTTP and UDP replies. */
export interface Identity {
  readonly name: string;
  /** Six pairs of hexadecimal digits with colons. */
  readonly mac: string;
}
