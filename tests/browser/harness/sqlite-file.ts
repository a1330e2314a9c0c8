/**
 * Writes a SQLite database with one small table (https://sqlite.org/fileformat2.html), because test machines
 * may have no tool for it. Everything fits into two pages: the schema's and the table's.
 */
const PAGE = 4096;
const HEADER = 100;
const LEAF = 0x0d;

/** A cell of a row; null for a missing value. */
type Value = Buffer | string | number | null;

/** A variable-length integer of the format, of at most two bytes. */
const varint = (value: number) => Buffer.from(value < 0x80 ? [value] : [0x80 | (value >> 7), value & 0x7f]);

/** A value's serial type and bytes. */
function encode(value: Value): { type: number; bytes: Buffer } {
  if (value === null) return { type: 0, bytes: Buffer.alloc(0) };
  if (typeof value === 'number') return { type: 1, bytes: Buffer.of(value) };
  const bytes = Buffer.from(value);
  return { type: (typeof value === 'string' ? 13 : 12) + 2 * bytes.length, bytes };
}

function cell(rowid: number, values: readonly Value[]): Buffer {
  const encoded = values.map(encode);
  const types = Buffer.concat(encoded.map(({ type }) => varint(type)));
  const header = Buffer.concat([varint(types.length + 1), types]);
  const payload = Buffer.concat([header, ...encoded.map(({ bytes }) => bytes)]);
  return Buffer.concat([varint(payload.length), varint(rowid), payload]);
}

/** A page of cells. The first page of a file leaves room for the file header. */
function page(cells: readonly Buffer[], offset = 0): Buffer {
  const bytes = Buffer.alloc(PAGE);
  let end = PAGE;
  const places = cells.map((each) => (end -= each.copy(bytes, end - each.length)));
  if (end < offset + 8 + 2 * cells.length) throw new Error('The rows are too large for a page.');
  bytes.writeUInt8(LEAF, offset);
  bytes.writeUInt16BE(cells.length, offset + 3);
  bytes.writeUInt16BE(end, offset + 5);
  places.forEach((place, index) => bytes.writeUInt16BE(place, offset + 8 + 2 * index));
  return bytes;
}

/** A database with one table. `id` is not in `columns`. Missing values are null. */
export function sqliteFile(
  table: string,
  columns: readonly string[],
  rows: readonly { readonly id: number; readonly values: Readonly<Record<string, Buffer>> }[]
): Buffer {
  const sql = `CREATE TABLE ${table} (id INTEGER PRIMARY KEY, ${columns.join(', ')})`;
  const schema = page([cell(1, ['table', table, table, 2, sql])], HEADER);
  schema.write('SQLite format 3\0', 'latin1');
  schema.writeUInt16BE(PAGE, 16);
  Buffer.of(1, 1, 0, 64, 32, 32).copy(schema, 18);
  for (const [at, value] of Object.entries({ 24: 1, 28: 2, 40: 1, 44: 4, 56: 1, 92: 1, 96: 3_040_000 }))
    schema.writeUInt32BE(value, Number(at));
  const cells = rows.map(({ id, values }) =>
    cell(id, [null, ...columns.map((column) => values[column] ?? null)])
  );
  return Buffer.concat([schema, page(cells)]);
}
