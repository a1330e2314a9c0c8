import { IncomingMessage } from 'node:http';

const offering = new WeakSet<IncomingMessage>();

/**
 * A request that can be upgraded only to a WebSocket. Other upgrades, such as `h2c` from `curl --http2`, are ignored as RFC 9110 §7.8
 * allows, and the request is answered over HTTP/1.1.
 *
 * Node's parser sets `upgrade`, and its server reads that back to choose between the events `request` and `upgrade`. From Node 24.9 on the
 * server option `shouldUpgradeCallback` does the same; this can go once that is the oldest Node that Mantel runs on.
 */
export class IncomingRequest extends IncomingMessage {
  get upgrade(): boolean {
    if (!offering.has(this)) return false;
    return this.headers.upgrade?.toLowerCase() === 'websocket' || this.method === 'CONNECT';
  }

  // The base class sets it before the fields of this class exist.
  set upgrade(isOffered: boolean) {
    if (isOffered) offering.add(this);
    else offering.delete(this);
  }
}
