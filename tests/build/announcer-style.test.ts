import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { moveAnnouncerStyle } from '../../build/announcer-style.mjs';

it("SvelteKit's root component has no style attribute after the edit, and its announcer stays hidden", async () => {
  const kit = fileURLToPath(import.meta.resolve('@sveltejs/kit'));
  const source = await readFile(join(dirname(kit), '../core/sync/write_root.js'), 'utf8');
  expect(source.match(/ style="/g)).toHaveLength(1);
  const edited = moveAnnouncerStyle(source);
  expect(edited).not.toContain(' style="');
  expect(edited).toMatch(/<style>#svelte-announcer \{ position: absolute; [^}]+; height: 1px \}<\/style>\n$/);
});

it('stops the build if the announcer has no style attribute', () => {
  expect(() => moveAnnouncerStyle('<div id="svelte-announcer" aria-live="assertive"></div>')).toThrow(
    'has no style attribute'
  );
});
