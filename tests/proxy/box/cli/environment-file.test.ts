import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { environmentLine, readEnvironmentFile } from '../../../../proxy/box/cli/environment-file';

it.each([
  ['a plain line', 'MANTEL_NAME=hall\n', { MANTEL_NAME: 'hall' }],
  ['a value with a space', 'MANTEL_NAME=hall way\n', { MANTEL_NAME: 'hall way' }],
  ['both kinds of comments', '# one\n; two = 2\n  # three\nA=1\n', { A: '1' }],
  ['a comment that goes on', '# one \\\nA=1\nB=2\n', { B: '2' }],
  ['double quotes', 'A="x y" \nB="a \\"b\\" \\$c \\d"\n', { A: 'x y', B: 'a "b" $c \\d' }],
  ['single quotes', 'A=\'x \\ "y"\'\n', { A: 'x \\ "y"' }],
  ['quotes beside each other', 'A="x" \'y\' z\n', { A: 'xyz' }],
  ['quotes inside plain text', 'A=x "y"\n', { A: 'x "y"' }],
  ['a value of two lines', 'A=x\\\ny\nB="x\\\ny"\nC=\'x\ny\'\n', { A: 'xy', B: 'xy', C: 'x\ny' }],
  ['spaces around', '  A =  x  \n\n\tB=\n', { A: 'x', B: '' }],
  ['a line of DOS', 'A=x\r\nB=y\r\n', { A: 'x', B: 'y' }],
  ['no line end', 'A=x', { A: 'x' }],
  ['the last of two', 'A=1\nA=2\n', { A: '2' }],
  ['what a shell would run', 'A=$(id) `id` ; id\nid\nexport B=1\n', { A: '$(id) `id` ; id' }],
  ['quotes that do not end', 'A="x\nB=1\n', { A: 'x\nB=1\n' }]
])('a file of variables is read as systemd reads it: %s', (_, text, expected) => {
  expect(readEnvironmentFile(text)).toEqual(expected);
});

it('a file of variables is read as systemd reads it: any text is read to its end', () => {
  const parts = fc.array(fc.constantFrom('A', '=', '\n', ' ', '"', "'", '\\', '#', ';', '\r', 'x'));
  fc.assert(fc.property(parts, (all) => typeof readEnvironmentFile(all.join('')) === 'object'));
});

it('a file of variables is read as systemd reads it: a line that Mantel writes has its value back', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      expect(readEnvironmentFile(environmentLine('A', value))).toEqual({ A: value });
    })
  );
});
