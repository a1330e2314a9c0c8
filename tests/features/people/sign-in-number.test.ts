import { expect, it } from 'vitest';
import type { ControllerEntry } from '#shared/wire';
import { idsOfSameName, signInNumberOf } from '../../../src/features/people/sign-in-number';

const entry = (id: string, name: string): ControllerEntry => ({
  id,
  name,
  address: '',
  source: 'known',
  lastSeen: 0
});

it('controllers have the same name whatever its case and the spaces around it', () => {
  const all = [entry('a1', 'Field house'), entry('a2', ' field House'), entry('a3', 'Barn'), entry('a4', '')];
  expect([...idsOfSameName(all)]).toEqual(['a1', 'a2']);
});

it('the number of a controller is the end of its id', () => {
  expect(signInNumberOf({ id: '5be0aa11c2d3' })).toBe('C2D3');
});
