import { mdiDoorOpen, mdiLightbulb } from '@mdi/js';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { iconsInPlace } from '../../.ci/icons-in-place.mjs';

/** Builds one module that stands nowhere on disk, and returns what becomes of it. */
async function bundle(code: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      iconsInPlace(),
      {
        name: 'one-module',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('one.js') ? '\0one.js' : null),
        load: (id) => (id === '\0one.js' ? code : null)
      }
    ],
    build: { write: false, minify: false, lib: { entry: 'one.js', formats: ['es'] } }
  });
  const [first] = Array.isArray(result) ? result : [];
  return first?.output[0].code ?? 'nothing';
}

describe('iconsInPlace', () => {
  it('puts the path of each icon where it is used, under the name that it has there', async () => {
    const code = await bundle(
      "import { mdiLightbulb, mdiDoorOpen as door } from '@mdi/js';\nexport const icons = [mdiLightbulb, door];"
    );
    expect(code).toContain(mdiLightbulb);
    expect(code).toContain(mdiDoorOpen);
    expect(code).not.toContain('@mdi/js');
  });

  it('stops the build at an icon that there is not', async () => {
    await expect(
      bundle("import { mdiNoSuchThing } from '@mdi/js';\nexport const icon = mdiNoSuchThing;")
    ).rejects.toThrow('@mdi/js has no icon mdiNoSuchThing');
  });
});
