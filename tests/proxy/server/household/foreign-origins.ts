/** Origins other than the proxy's own, each with the part before its port. */
export const foreignOrigins = (own: string) => [
  'null',
  'https://evil.test',
  own.replace('http:', 'https:'),
  own.replace(/\d+$/, '1'),
  own.replace('127.0.0.1', 'localhost'),
  `${own}/`,
  `${own}.evil.test`,
  own.toUpperCase(),
  ''
];
