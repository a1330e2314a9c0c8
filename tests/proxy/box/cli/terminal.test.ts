import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { openTerminal } from '../../../../proxy/box/cli/terminal';

/** A terminal on which these keys are pressed after a question, with the content of its screen. */
function terminalWith(keys: string) {
  const modes: boolean[] = [];
  const setRawMode = (isRaw: boolean) => modes.push(isRaw);
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode });
  let shown = '';
  const output = Object.assign(new PassThrough(), { isTTY: true });
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const raw: boolean[] = [];
  output.once('data', () => {
    raw.push(modes.at(-1) === true);
    input.write(keys);
  });
  const terminal = openTerminal(input, output);
  if (!terminal) throw new Error('It is no terminal.');
  return { terminal, screen: () => shown, modes, raw };
}

it.each([
  ['correct horse\r', 'correct horse'],
  ['corret\u007fct\r', 'correct'],
  ['clé d’été\n', 'clé d’été'],
  ['\r', ''],
  ['correct\u0003', undefined],
  ['\u0004', undefined]
])('a terminal reads %j as a secret and shows nothing of it', async (keys, secret) => {
  const { terminal, screen, modes, raw } = terminalWith(keys);
  expect(await terminal.askSecret('Passphrase: ')).toBe(secret);
  expect(screen()).toBe('Passphrase: \n');
  // The terminal's echo was off before the question appeared.
  expect({ raw, modes }).toEqual({ raw: [true], modes: [true, false] });
});

it.each([
  ['y\r', true],
  ['Yes\r', true],
  ['n\r', false],
  ['yesterday\r', false],
  ['\r', false],
  ['y\u0003', undefined]
])('a terminal reads %j as an answer', async (keys, answer) => {
  expect(await terminalWith(keys).terminal.askYes('End all? [y/N] ')).toBe(answer);
});

it('a file or a pipe at either end is not a terminal', () => {
  const tty = () => Object.assign(new PassThrough(), { isTTY: true });
  expect(openTerminal(new PassThrough(), tty())).toBeNull();
  expect(openTerminal(tty(), new PassThrough())).toBeNull();
});
