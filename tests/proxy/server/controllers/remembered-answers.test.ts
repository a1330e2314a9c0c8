import { expect, it } from 'vitest';
import { Interpreter } from '../../../../proxy/server/controllers/answer';

const interpreter = new Interpreter();

const interpret = (body: object, { status = 200, path = '/rooms' } = {}) => {
  const answer = { status, retryAfter: undefined, contentLength: undefined };
  const bytes = Buffer.from(JSON.stringify(body));
  const result = interpreter.interpret({ ...answer, body: bytes }, { method: 'GET', path }, 0);
  return result.ok ? result.value.json() : result.error.code;
};

it('an answer with the same bytes as the one before is a success again, and changed ones are read anew', () => {
  for (const name of ['Hall', 'Hall', 'Kitchen', 'Hall']) expect(interpret([{ name }])).toEqual([{ name }]);
});

it.each([
  ['a body that reports a failure', { success: false }, 200],
  ['bytes that were a success before, with another status', { errorMessage: 'No.' }, 500]
])('is refused each time: %s', (_what, body, status) => {
  if (status !== 200) expect(interpret(body)).toEqual(body);
  for (let n = 0; n < 2; n++) expect(interpret(body, { status })).toBe('controller-refused');
});
