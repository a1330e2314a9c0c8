/** Address that a server listens at. */
export interface BindAddress {
  /** `all`, or an address. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The option that sets the port, for the error message. */
  readonly option: string;
}

/** Whether a `--host` means every address of this machine. */
export const isEverywhere = (host: string) => ['all', '::', '0.0.0.0'].includes(host);
