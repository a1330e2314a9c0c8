import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAt } from './client';
import type { Reach } from './controller.contract';

/** The search by UDP (document 4.3) [D]. */
export function describeDiscovery(reach: Reach) {
  describe('the search', () => {
    const socket = createSocket('udp4');
    const received: { readonly reply: unknown; readonly from: string }[] = [];

    beforeAll(async () => {
      socket.on('message', (message, sender) => {
        received.push({ reply: JSON.parse(message.toString('utf8')), from: sender.address });
      });
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    });
    afterAll(() => socket.close());

    const listening = () => socket.address().port;

    /** Sends packets in order, then waits for one more reply. */
    async function send(...packets: readonly (string | Uint8Array)[]) {
      const { discovery } = reach();
      if (discovery === null) throw new Error('The controller keeps silent on UDP');
      const reply = once(socket, 'message');
      for (const packet of packets) socket.send(packet, discovery.port, discovery.host);
      await reply;
    }

    const search = () => `${reach().discovery?.prefix ?? ''}${listening()}`;

    test('a search is answered at the port in it, with name, ip and mac, from that ip', async () => {
      await send(search());
      const { reply, from } = received.at(-1) ?? {};
      expect(textAt(reply, 'name')).not.toBe('');
      expect(textAt(reply, 'mac')).toMatch(/^[\da-f]{2}(:[\da-f]{2}){5}$/i);
      expect(isIPv4(textAt(reply, 'ip'))).toBe(true);
      expect(textAt(reply, 'ip')).toBe(from);
    });

    test('a search is answered at another port than the one that it came from', async () => {
      const { discovery } = reach();
      const other = createSocket('udp4');
      const reply = once(socket, 'message');
      other.send(search(), discovery?.port ?? 0, discovery?.host);
      await reply;
      other.close();
    });

    test('a malformed search is ignored', async () => {
      const before = received.length;
      const prefix = reach().discovery?.prefix ?? '';
      const malformed = [
        '',
        'x',
        prefix,
        `${prefix} ${listening()}`,
        `${prefix}${listening()}x`,
        `${prefix}0`
      ];
      const numbers = [`${prefix}65536`, `${prefix}-1`, `${prefix}1e3`, `OTHER${listening()}`];
      const bytes = [new Uint8Array(1400).fill(255), new Uint8Array(9)];
      await send(...malformed, ...numbers, ...bytes, search());
      expect(received).toHaveLength(before + 1);
    });
  });
}
