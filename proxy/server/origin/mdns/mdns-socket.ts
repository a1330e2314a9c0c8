import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import type { Packet } from 'dns-packet';
import type { Clock } from '#shared/clock';
import { WorkBudget } from '../../base/platform/work-budget';
import type { NetworkLink } from './link';
import { MessageReader, type NameMessage } from './message';

/** The port of mDNS (RFC 6762 5). */
export const MDNS_PORT = 5353;

/** The multicast groups of mDNS (RFC 6762 3). */
const GROUPS = { IPv4: '224.0.0.251', IPv6: 'ff02::fb' };

/** Hop limit of mDNS packets (RFC 6762 11). */
const HOPS = 255;

/** Time in ms that all messages of a link may take in a second: anybody on it sends as many as they like. */
const MAX_WORK_MS = 50;

/** What a socket receives. */
interface Receiver {
  /** The name that messages have to name. Others are dropped before they are decoded. */
  readonly name: string;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onMessage: (message: NameMessage, sender: RemoteInfo) => void;
}

/** A socket that sends and receives mDNS packets on one link. */
export interface MdnsSocket {
  /** Sends a packet to every host on the link, or to one. Resolves when the system has taken or refused it. Does nothing after `close`. */
  send(packet: Packet, to?: RemoteInfo): Promise<void>;
  close(): void;
}

/** Opens a socket on a link. Returns the error of the system if it cannot: `EADDRINUSE` if a program has the port and does not share it. */
export async function openMdnsSocket(
  { family, selector, holds }: NetworkLink,
  { name, clock, onMessage }: Receiver
): Promise<MdnsSocket | Error> {
  const { encode } = await import('dns-packet');
  const reader = new MessageReader(name);
  const budget = new WorkBudget(clock, MAX_WORK_MS);
  const isIPv6 = family === 'IPv6';
  const socket = createSocket({ type: isIPv6 ? 'udp6' : 'udp4', ipv6Only: isIPv6, reuseAddr: true });
  let isOpen = true;
  const close = () => {
    if (isOpen) socket.close();
    isOpen = false;
  };
  socket.on('message', (bytes, sender) => {
    // Linux delivers the packets of all links to each socket. Nothing can be sent to port 0.
    if (!holds(sender.address) || sender.port === 0) return;
    try {
      budget.spend(sender.address, () => {
        const message = reader.read(bytes);
        if (message) onMessage(message, sender);
      });
    } catch {
      // Whatever a stranger sends must not end the program.
    }
  });
  try {
    socket.bind(MDNS_PORT);
    await once(socket, 'listening');
    socket.addMembership(GROUPS[family], selector);
    socket.setMulticastInterface(selector);
    socket.setMulticastTTL(HOPS);
  } catch (error) {
    close();
    return error instanceof Error ? error : new Error(String(error));
  }
  // The link may be down. The socket stays open until the link is gone.
  socket.on('error', () => undefined);
  return {
    close,
    send: (packet, to) =>
      new Promise((resolve) => {
        if (!isOpen) resolve();
        else
          socket.send(encode(packet), to?.port ?? MDNS_PORT, to?.address ?? GROUPS[family], () => resolve());
      })
  };
}
