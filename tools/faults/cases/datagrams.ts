/** The loopback address of the responder, which nothing else uses. */
export const ANSWERING = '127.84.5.2';

/** A datagram that a search can receive and must ignore, made from a name and a MAC. */
export type Datagram = (name: string, mac: string) => Buffer | string;

const reply = (fields: (name: string, mac: string) => unknown): Datagram => {
  return (name, mac) => JSON.stringify(fields(name, mac));
};
const at =
  (ip: unknown): Datagram =>
  (name, mac) =>
    JSON.stringify({ name, ip, mac });
const good = (name: string, mac: string) => JSON.stringify({ name, ip: ANSWERING, mac });

/** All malformed datagrams. */
export const DATAGRAMS: Readonly<Record<string, Datagram>> = {
  nothing: () => '',
  'one byte': () => '{',
  '65,507 bytes': (name, mac) => good(name, mac).padEnd(65_507),
  'invalid UTF-8': (name, mac) => Buffer.concat([Buffer.from(good(name, mac)), Buffer.from([0xff])]),
  'a list': reply((name, mac) => [{ name, ip: ANSWERING, mac }]),
  'a number': () => '7',
  'deep nesting': () => '['.repeat(500) + ']'.repeat(500),
  'a prototype': (name, mac) => `{"__proto__":${good(name, mac)}}`,
  'no name': reply((_name, mac) => ({ ip: ANSWERING, mac })),
  'a number for a name': reply((_name, mac) => ({ name: 7, ip: ANSWERING, mac })),
  'no address': reply((name, mac) => ({ name, mac })),
  'a number for an address': at(2130706433),
  'another address on loopback': at('127.0.0.1'),
  'an address of the network': at('192.168.1.20'),
  'a broadcast address': at('255.255.255.255'),
  'a multicast address': at('224.0.0.251'),
  'a public address': at('8.8.8.8'),
  'a host name': at('controller.local'),
  'its own address, spelled otherwise': at('127.84.05.2'),
  'no MAC': reply((name) => ({ name, ip: ANSWERING })),
  'an invalid MAC': reply((name) => ({ name, ip: ANSWERING, mac: 'zz:zz:zz:zz:zz:zz' })),
  'a name of 10 kB': reply((name, mac) => ({ name: name.padEnd(10_000, 'x'), ip: ANSWERING, mac })),
  'our own call': () => 'CONTROLLER_DETECT17318'
};
