import { mdiDoorOpen, mdiFan, mdiLightbulb } from '@mdi/js';
import { build, loadConfigFromFile } from 'vite';
import { expect, it } from 'vitest';
import { root } from './repository';

const SOURCES: Readonly<Record<string, string>> = {
  'app.js': "export const pages = [() => import('./one.js'), () => import('./other.js')];",
  'one.js':
    "import { mdiFan, mdiLightbulb } from '@mdi/js';\nexport const icons = [mdiFan, mdiLightbulb, mdiFan];",
  'other.js': "import { mdiDoorOpen as door, mdiFan } from '@mdi/js';\nexport const icons = [door, mdiFan];"
};

/** Builds an app of two lazy pages with the real options. Returns its files by name. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const config = await loadConfigFromFile({ command: 'build', mode: 'production' }, 'vite.config.ts', root);
  const { optimization = {} } = config?.config.environments?.['client']?.build?.rolldownOptions ?? {};
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    root,
    publicDir: false,
    plugins: [
      {
        name: 'sources',
        enforce: 'pre',
        resolveId: (id) => Object.keys(SOURCES).find((name) => id.endsWith(name)) ?? null,
        load: (id) => SOURCES[id] ?? null
      }
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'app.js', optimization, preserveEntrySignatures: 'strict' }
    }
  });
  if (!('output' in result)) throw new Error('Nothing was built.');
  return new Map(result.output.flatMap((file) => (file.type === 'chunk' ? [[file.name, file.code]] : [])));
}

it("the build puts an icon's path into each file that uses it, and makes no file of all icons", async () => {
  const files = await bundle();
  expect([...files.keys()].sort()).toEqual(['app', 'one', 'other']);
  const iconsIn = (name: string) =>
    [mdiDoorOpen, mdiFan, mdiLightbulb].filter((path) => files.get(name)?.includes(path));
  expect(iconsIn('one')).toEqual([mdiFan, mdiLightbulb]);
  expect(iconsIn('other')).toEqual([mdiDoorOpen, mdiFan]);
  expect(iconsIn('app')).toEqual([]);
});
