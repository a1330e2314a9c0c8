import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReply } from '../../../../../proxy/server/controllers/discovery/reply';

const SENDER = '192.168.1.20';
const RULE = { allowLoopback: false };
const GOOD = { name: 'Villa', ip: SENDER, mac: '02:4D:61:6e:74:01' };

const read = (datagram: Buffer | string, sender = SENDER, rule = RULE) =>
  readReply(Buffer.from(datagram), sender, rule);
const readJson = (value: unknown, sender = SENDER) => read(JSON.stringify(value), sender);

it('a reply is read as documented, with its MAC in one spelling', () => {
  expect(readJson(GOOD)).toEqual({ name: 'Villa', address: SENDER, mac: '024d616e7401' });
});

it.each(['02-4D-61-6E-74-01', '024d616e7401', '02:4d:61:6e:74:01'])('a MAC may be spelt as %s', (mac) => {
  expect(readJson({ ...GOOD, mac })?.mac).toBe('024d616e7401');
});

it('a reply may have more fields than documented, and start with a byte order mark', () => {
  expect(readJson({ ...GOOD, model: 'X', ['__proto__x']: 1 })).toBeDefined();
  expect(read(`\ufeff${JSON.stringify(GOOD)}`)).toBeDefined();
});

it.each([
  ['Вілла «Сонце» 🏡', 'Вілла «Сонце» 🏡'],
  ['  two   words\t\r\n', 'two words'],
  ['a\u0000b\u001b[31mc\u007f', 'a b [31mc'],
  ['evil\u202egnp.exe\u2066', 'evil gnp.exe'],
  ['one\u2028two', 'one two'],
  ['lone \ud800 half', 'lone half'],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['', ''],
  ['\u202e', '']
])('the name in a reply is one line of visible text: %j', (name, clean) => {
  expect(readJson({ ...GOOD, name })?.name).toBe(clean);
});

it('the name in a reply has at most 64 characters, none of them cut in half', () => {
  expect(readJson({ ...GOOD, name: '🏡'.repeat(100) })?.name).toBe('🏡'.repeat(64));
});

const spoilt: [string, Buffer | string][] = [
  ['empty', ''],
  ['one byte', '{'],
  ['65,507 bytes', Buffer.alloc(65_507, 0x20)],
  ['1,025 bytes of good JSON', JSON.stringify(GOOD).padEnd(1_025)],
  ['invalid UTF-8', Buffer.from(JSON.stringify({ ...GOOD, name: 'Vill\u00e9' }), 'latin1')],
  ['UTF-16', Buffer.from(JSON.stringify(GOOD), 'utf16le')],
  ['an array', '[]'],
  ['an array around a good one', JSON.stringify([GOOD])],
  ['a number', '7'],
  ['null', 'null'],
  ['text', '"CONTROLLER_DETECT"'],
  ['truncated', JSON.stringify(GOOD).slice(0, -1)],
  ['deep nesting', '['.repeat(512) + ']'.repeat(512)],
  ['deep nesting', JSON.stringify({ ...GOOD }).replace('"Villa"', `${'['.repeat(300)}${']'.repeat(300)}`)],
  ['a prototype for an object', '{"__proto__": {"name": "x", "ip": "192.168.1.20", "mac": "024d616e7401"}}'],
  ['our own call, echoed', 'CONTROLLER_DETECT50000'],
  ['no name', JSON.stringify({ ip: GOOD.ip, mac: GOOD.mac })],
  ['no ip', JSON.stringify({ name: 'x', mac: GOOD.mac })],
  ['no mac', JSON.stringify({ name: 'x', ip: GOOD.ip })],
  ['a numeric name', JSON.stringify({ ...GOOD, name: 7 })],
  ['a numeric ip', JSON.stringify({ ...GOOD, ip: 3_232_235_796 })],
  ['a numeric mac', JSON.stringify({ ...GOOD, mac: 24 })],
  ['an ip that is not its sender’s', JSON.stringify({ ...GOOD, ip: '192.168.1.21' })],
  ['a name for an ip', JSON.stringify({ ...GOOD, ip: 'controller.local' })],
  ['a mac of five pairs', JSON.stringify({ ...GOOD, mac: '02:4d:61:6e:74' })],
  ['a mac of seven pairs', JSON.stringify({ ...GOOD, mac: '02:4d:61:6e:74:01:02' })],
  ['a mac with mixed marks', JSON.stringify({ ...GOOD, mac: '02:4d-61:6e:74:01' })],
  ['a mac of no hexadecimal', JSON.stringify({ ...GOOD, mac: '02:4d:61:6e:74:0g' })],
  ['a mac with a line break', JSON.stringify({ ...GOOD, mac: '02:4d:61:6e:74:01\n' })]
];
it.each(spoilt)('a malformed datagram is ignored: %s', (_what, datagram) => {
  expect(read(datagram)).toBeUndefined();
});

it.each([
  '127.0.0.1',
  '255.255.255.255',
  '224.0.0.251',
  '0.0.0.0',
  '169.254.1.1',
  '8.8.8.8',
  '192.168.1.020'
])('a malformed datagram is ignored if it comes from an address that no home controller has: %s', (ip) => {
  expect(readJson({ ...GOOD, ip }, ip)).toBeUndefined();
});

it('a malformed datagram is accepted from loopback if the option allows it', () => {
  const datagram = JSON.stringify({ ...GOOD, ip: '127.0.0.1' });
  expect(read(datagram, '127.0.0.1', { allowLoopback: true })).toBeDefined();
});

it('a malformed datagram does no harm, with any change of a valid one', () => {
  const good = Buffer.from(JSON.stringify(GOOD));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }),
      fc.nat(good.length),
      (changes, length) => {
        const datagram = Buffer.from(good);
        for (const [at, byte] of changes) datagram.writeUInt8(byte, at);
        const reply = readReply(datagram.subarray(0, length), SENDER, RULE);
        if (reply === undefined) return;
        expect(reply.address).toBe(SENDER);
        expect(reply.mac).toMatch(/^[0-9a-f]{12}$/);
        expect(reply.name).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }
    ),
    { numRuns: 3_000, seed: 17_318 }
  );
});
