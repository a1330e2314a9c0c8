/** The loopback address of the responder, which nothing else uses. */
export const ANSWERING = '127.84.5.2';

/** A datagram that a search can receive and must ignore, made from a name, a MAC and the address of its sender. */
export type Datagram = (name: string, mac: string, sender: string) => Buffer | string;

const reply = (fields: (name: string, mac: string, sender: string) => unknown): Datagram => {
  return (...parts) => JSON.stringify(fields(...parts));
};
const at =
  (ip: unknown): Datagram =>
  (name, mac) =>
    JSON.stringify({ name, ip, mac });
const good = (name: string, mac: string, sender: string) => JSON.stringify({ name, ip: sender, mac });

/** All malformed datagrams. */
export const DATAGRAMS: Readonly<Record<string, Datagram>> = {
  nothing: () => '',
  'one byte': () => '{',
  '65,507 bytes': (...parts) => good(...parts).padEnd(65_507),
  'invalid UTF-8': (...parts) => Buffer.concat([Buffer.from(good(...parts)), Buffer.from([0xff])]),
  'a list': reply((name, mac, ip) => [{ name, ip, mac }]),
  'a number': () => '7',
  'deep nesting': () => '['.repeat(500) + ']'.repeat(500),
  'a prototype': (...parts) => `{"__proto__":${good(...parts)}}`,
  'no name': reply((_name, mac, ip) => ({ ip, mac })),
  'a number for a name': reply((_name, mac, ip) => ({ name: 7, ip, mac })),
  'no address': reply((name, mac) => ({ name, mac })),
  'a number for an address': at(2130706433),
  'another address on loopback': at('127.0.0.1'),
  'an address of the network': at('192.168.1.20'),
  'a broadcast address': at('255.255.255.255'),
  'a multicast address': at('224.0.0.251'),
  'a public address': at('8.8.8.8'),
  'a host name': at('controller.local'),
  'its own address, spelled otherwise': reply((name, mac, ip) => ({
    name,
    ip: ip.replace('.5.', '.05.'),
    mac
  })),
  'no MAC': reply((name, _mac, ip) => ({ name, ip })),
  'an invalid MAC': reply((name, _mac, ip) => ({ name, ip, mac: 'zz:zz:zz:zz:zz:zz' })),
  'a name of 10 kB': reply((name, mac, ip) => ({ name: name.padEnd(10_000, 'x'), ip, mac })),
  'our own call': () => 'CONTROLLER_DETECT17318'
};
