import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FORMAT } from '../../../../proxy/server/base/store/folder-format';
import { SealedStore } from '../../../../proxy/server/base/store/sealed-store';
import { aScreen } from '../../../support/screens';
import { filesNamed, sealedFolder } from '../../../support/sealed-folder';
import { testProxy } from '../../../support/test-proxy';

/** The shape of each stored value, by the number of the format and its name. */
const PINNED: unknown = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../fixtures/stored-shapes.json', import.meta.url)), 'utf8')
);

const WHAT_TO_DO =
  'A stored shape has changed. If a program with this format would misread it, or would ignore a key that limits somebody, raise the ' +
  'number in proxy/server/base/store/folder-format.ts, and add its shapes to tests/fixtures/stored-shapes.json. Otherwise correct the line.';

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

/** The schemas of the stored values of a program, by name. */
async function storedSchemas() {
  const file = vi.spyOn(SealedStore.prototype, 'file');
  const files = vi.spyOn(SealedStore.prototype, 'files');
  onTestFinished(() => {
    file.mockRestore();
    files.mockRestore();
  });
  await testProxy({ zwaveJs: 'ws://127.0.0.1:1' });
  return [
    ...file.mock.calls.map(([name, schema]) => [name, schema] as const),
    ...files.mock.calls.map(([kind, schema]) => [`${kind}-…`, schema] as const)
  ];
}

it('each stored value has the shape that the format of the data folder had before', async () => {
  const schemas = await storedSchemas();
  const shapes = Object.fromEntries(schemas.map(([name, schema]) => [name, shapeOf(schema)]));
  expect(Object.keys(shapes)).toHaveLength(schemas.length);
  expect(PINNED, WHAT_TO_DO).toHaveProperty(String(FORMAT), shapes);
});

it('a PIN that cannot be read signs its screen out, and never counts as none', async () => {
  const screen = {
    ...aScreen(),
    hash: 'b',
    idleLeft: 1e9,
    absoluteLeft: 1e9,
    untilLeft: null,
    pin: 'a hash of another kind'
  };
  const dataDir = await sealedFolder({ screens: [screen] });
  const { log } = await testProxy({ dataDir });
  expect(await filesNamed(dataDir, 'screens.broken-')).toHaveLength(1);
  expect(log.lines.join()).toContain('Household closed');
});
