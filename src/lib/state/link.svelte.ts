/**
 * How this screen stands to the home. `connecting`: the first attempt since the page was opened. `live`: the socket is open, the
 * controller online and the home current. `reconnecting`: was lost a moment ago. `offline`: stays lost. `unreachable`: the proxy
 * does not reach the controller. `signed-out`: the controller has ended the sign-in.
 */
export type LinkPhase = 'connecting' | 'live' | 'reconnecting' | 'offline' | 'unreachable' | 'signed-out';

/** The live connection to the proxy: lost and found without anyone's help. */
export class Link {
  get state(): LinkPhase {
    return 'connecting';
  }

  /** Since when it is in its state, in ms since the epoch. */
  get since(): number {
    return 0;
  }

  /** Whether commands can be sent and values be trusted. */
  get isLive(): boolean {
    return this.state === 'live';
  }
}
