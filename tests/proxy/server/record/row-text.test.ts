import { expect, it } from 'vitest';
import { limitedText, rowText } from '../../../../proxy/server/record/row-text';

interface Row {
  readonly happening: {
    readonly commands: readonly { device: number; state: string }[];
    readonly more?: number;
  };
  readonly rooms: readonly (readonly [device: number, room: number])[];
}

const rowOf = (count: number, more: object = {}, failedFrom = count) => ({
  happening: {
    kind: 'commanded',
    at: 1,
    id: 'id',
    by: { id: 'screen', name: 'Телефон' },
    commands: Array.from({ length: count }, (_, device) => ({
      device,
      method: 'setStatus',
      params: { status: false },
      state: device < failedFrom ? 'confirmed' : 'failed',
      ...more
    }))
  },
  rooms: Array.from({ length: count }, (_, device) => [device, 1]),
  sender: 'screen'
});
const read = (text: string) => JSON.parse(text) as Row;

it('a row of some commands is kept as it is', () => {
  const row = rowOf(30);
  expect(read(rowText(row))).toEqual(row);
});

it.each([
  ['the whole home', rowOf(500), 30],
  ['long parameters', rowOf(500, { params: { text: 'x'.repeat(300) } }), 7],
  ['letters of three bytes', rowOf(500, { params: { text: '€'.repeat(100) } }), 7],
  ['one parameter of 60 kB', rowOf(1, { params: { text: 'x'.repeat(60_000) } }), 1]
])(
  'a row of %s has at most 4 kB: the first commands with their rooms, and the number of the others',
  (_, row, most) => {
    for (const text of [rowText(row), limitedText(JSON.stringify(row))]) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4 * 1024);
      const { happening, rooms } = read(text);
      expect(happening.commands).toHaveLength(most);
      expect(happening.commands.length + (happening.more ?? 0)).toBe(row.happening.commands.length);
      expect(rooms).toEqual(row.rooms.slice(0, most));
      expect(read(limitedText(text)), 'once').toEqual(read(text));
    }
  }
);

it('what did not end well is among the first, so that a row without it is one that ended well', () => {
  const { happening } = read(rowText(rowOf(100, {}, 98)));
  expect(happening.commands.slice(0, 3).map(({ device }) => device)).toEqual([98, 99, 0]);
  expect(happening.more).toBe(70);
});

it.each(['', 'x'.repeat(5_000), `[${'1,'.repeat(5_000)}1]`, JSON.stringify({ text: 'x'.repeat(5_000) })])(
  'a damaged row is no longer than others: %#',
  (text) => {
    expect(limitedText(text)).toBe('');
  }
);
