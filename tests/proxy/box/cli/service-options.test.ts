import { expect, it } from 'vitest';
import { readOptions } from '../../../../proxy/box/cli/read-options';

it('options of the service are read from the text of its file, before those of the environment', () => {
  const environment = {
    MANTEL_SERVICE_OPTIONS: '; a comment\nMANTEL_HTTP_PORT="81"\nMANTEL_DATA_DIR=/srv/hall way\nPATH=/x',
    MANTEL_HTTP_PORT: '80'
  };
  expect(readOptions(['doctor'], environment)).toMatchObject({
    value: { options: { httpPort: 81, dataDir: '/srv/hall way' }, wrong: [] }
  });
});

it('doctor reports each wrong variable, and uses the others', () => {
  const environment = {
    MANTEL_SERVICE_OPTIONS: 'MANTEL_NAME=hall way\nMANTEL_COLOUR=red\nMANTEL_HTTP_PORT=81\nMANTEL_DEMO=no\n'
  };
  expect(readOptions(['start'], environment).ok).toBe(false);
  expect(readOptions(['doctor'], environment)).toMatchObject({
    value: {
      options: { httpPort: 81, name: 'mantel' },
      wrong: [
        expect.stringContaining('MANTEL_NAME is malformed'),
        expect.stringContaining('MANTEL_COLOUR'),
        expect.stringContaining('MANTEL_DEMO is a switch')
      ]
    }
  });
});

it('doctor reports variables that do not go together', () => {
  expect(readOptions(['doctor'], { MANTEL_HSTS: '1' })).toMatchObject({
    value: { kind: 'doctor', wrong: [expect.stringContaining('--hsts needs')] }
  });
  expect(readOptions(['doctor', '--hsts'], {}).ok).toBe(false);
});

it('service does not read variables, so wrong ones do not hide its state', () => {
  expect(readOptions(['service', 'status'], { MANTEL_COLOUR: 'red' })).toMatchObject({
    value: { kind: 'service', argument: 'status' }
  });
});
