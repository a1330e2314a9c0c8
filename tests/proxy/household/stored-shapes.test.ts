import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SealedStore } from '../../../proxy/store/sealed-store';
import { filesNamed, sealedFolder, sealFile } from '../../support/sealed-folder';
import { testProxy } from '../../support/test-proxy';

/** The shape of each stored value, by `<name> <version>`. */
const PINNED: unknown = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/stored-shapes.json', import.meta.url)), 'utf8')
);

const WHAT_TO_DO =
  'A stored shape has changed. If an older version would misread it, or would ignore a key that limits somebody, raise its version where ' +
  'the schema is, and add a line to tests/fixtures/stored-shapes.json. Otherwise correct the line.';

/** A Valibot schema or action, as far as its shape is read. */
const nodeSchema = v.looseObject({
  type: v.string(),
  entries: v.optional(v.record(v.string(), v.unknown())),
  options: v.optional(v.array(v.unknown())),
  pipe: v.optional(v.array(v.unknown()))
});

/** The shape of a schema as a text: its types, keys, limits and defaults. */
function shapeOf(schema: unknown): string {
  const { type, entries, options, pipe, ...node } = v.parse(nodeSchema, schema);
  if (pipe) {
    const [first, ...actions] = pipe;
    return [shapeOf(first), ...actions.map(shapeOf)].join('|');
  }
  if (entries) {
    const keys = Object.entries(entries).map(([key, value]) => `${key}: ${shapeOf(value)}`);
    return `${type} {${keys.sort().join(', ')}}`;
  }
  if (options)
    return `${type} (${options.map((each) => (typeof each === 'string' ? each : shapeOf(each))).join(', ')})`;
  const parts = ['item', 'wrapped', 'key', 'value']
    .filter((part) => typeof node[part] === 'object' && node[part] !== null)
    .map((part) => shapeOf(node[part]));
  const limits = [node['requirement'], node['default'], node['literal']]
    .filter((each) => each !== undefined && typeof each !== 'function')
    .map((each) => (each instanceof RegExp ? String(each) : JSON.stringify(each)));
  return [type, ...parts, ...limits].join(' ');
}

/** The stored values of a program: its names, with the schema and the version of each. */
async function storedValues() {
  const file = vi.spyOn(SealedStore.prototype, 'file');
  const files = vi.spyOn(SealedStore.prototype, 'files');
  onTestFinished(() => {
    file.mockRestore();
    files.mockRestore();
  });
  await testProxy({ zwaveJs: 'ws://127.0.0.1:1' });
  return [
    ...file.mock.calls.map(([name, schema, , version = 0]) => ({ name, schema, version })),
    ...files.mock.calls.map(([name, schema, version]) => ({ name: `${name}-…`, schema, version }))
  ];
}

it('each stored value has the shape that its version had before', async () => {
  const stored = await storedValues();
  const shapes = Object.fromEntries(
    stored.map(({ name, schema, version }) => [`${name} ${version}`, shapeOf(schema)])
  );
  expect(Object.keys(shapes)).toHaveLength(stored.length);
  expect(PINNED, WHAT_TO_DO).toMatchObject(shapes);
});

it.each(['controllers', 'screens', 'managers', 'accounts', 'homes', 'activity', 'tls'])(
  'a file of %s of a newer version is set aside unread, and the household is closed from then on',
  async (name) => {
    const dataDir = await sealedFolder({ [name]: { schema: 9, value: 'what only a newer version knows' } });
    const { ask } = await testProxy({ dataDir });
    expect((await ask('/api/controllers')).json).toMatchObject({ mayAdd: false });
    expect(await filesNamed(dataDir, `${name}.newer-`)).toHaveLength(1);
  }
);

it('a PIN of a newer format signs its screen out, and never counts as none', async () => {
  const screen = {
    ...{ id: 'a', hash: 'b', name: 'Hall', controller: '0a0b0c0d0e0f', user: 'ann', lastSeen: 0, kept: true },
    ...{ idleLeft: 1e9, absoluteLeft: 1e9, pin: 'a hash of another kind' }
  };
  const dataDir = await sealedFolder({});
  await sealFile(dataDir, 'screens', [screen]);
  const { log } = await testProxy({ dataDir });
  expect(await filesNamed(dataDir, 'screens.broken-')).toHaveLength(1);
  expect(log.lines.join()).toContain('Household closed');
});
