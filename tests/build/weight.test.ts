import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { Checkout } from './checkout';

const nodes = '.svelte-kit/generated/client-optimized/nodes';

let checkout: Checkout;

/** A built app with incompressible files, so that a file's size is its length. */
async function build(
  chunks: Record<string, { bytes: number; imports?: string[]; css?: string[]; dynamicImports?: string[] }>
) {
  const manifest: Record<string, object> = {};
  for (const [key, chunk] of Object.entries(chunks)) {
    const file = key.replaceAll('/', '-');
    manifest[key] = { file, ...chunk };
    await checkout.write(`.svelte-kit/output/client/${file}`, randomBytes(chunk.bytes));
  }
  await checkout.write('.svelte-kit/output/client/.vite/manifest.json', JSON.stringify(manifest));
}

const weigh = () => checkout.node('.ci/weight.mjs').ended;

const component = (path: string) => `export { default as component } from "../../../../src/routes/${path}";`;

const entries = {
  'kit/src/runtime/client/entry.js': { bytes: 1000, imports: ['svelte.js'] },
  '.svelte-kit/generated/client-optimized/app.js': { bytes: 1000, imports: ['svelte.js'] },
  'svelte.js': { bytes: 10_000 },
  [`${nodes}/0.js`]: { bytes: 100 },
  [`${nodes}/1.js`]: { bytes: 100 },
  [`${nodes}/2.js`]: { bytes: 100 },
  [`${nodes}/3.js`]: { bytes: 100 }
};

beforeEach(async () => {
  checkout = await Checkout.create();
  await checkout.write('package.json', '{"type": "module"}');
  await checkout.write(`${nodes}/0.js`, component('+layout.svelte'));
  await checkout.write(`${nodes}/1.js`, component('(home)/+layout.svelte'));
  await checkout.write(`${nodes}/2.js`, component('(home)/+page.svelte'));
  await checkout.write(`${nodes}/3.js`, component('connect/+page.svelte'));
});

it('the weight of the first screen is the entry, the layouts and the page, each file once, and the page itself as a request', async () => {
  await build(entries);
  const { code, stdout } = await weigh();
  expect(stdout).toContain('first screen /: 12.3 kB of 60.0 kB brotli, 7 of 15 requests');
  expect(stdout).toContain('first screen /connect: 12.2 kB of 60.0 kB brotli, 6 of 15 requests');
  expect(code).toBe(0);
});

it('the weight of the first screen prints the share of each file', async () => {
  await build(entries);
  expect((await weigh()).stdout).toMatch(/^ +10\.0 kB +81% +svelte\.js$/m);
});

it('the weight of the first screen includes what the page of the home imports to show it', async () => {
  const page = { bytes: 100, dynamicImports: ['home.js'] };
  await build({ ...entries, [`${nodes}/2.js`]: page, 'home.js': { bytes: 50_000 } });
  const { code, stdout } = await weigh();
  expect(stdout).toContain('first screen /: 62.3 kB');
  expect(code).toBe(1);
});

it('the weight of the first screen excludes what is loaded lazily', async () => {
  const connect = { bytes: 100, dynamicImports: ['chart.js'] };
  await build({ ...entries, [`${nodes}/3.js`]: connect, 'chart.js': { bytes: 90_000 } });
  expect((await weigh()).code).toBe(0);
});

it('the weight of the first screen includes styles and fonts', async () => {
  await build({ ...entries, [`${nodes}/2.js`]: { bytes: 100, css: ['home.css'] } });
  await checkout.write('.svelte-kit/output/client/home.css', randomBytes(50_000));
  const { code, stdout } = await weigh();
  expect(stdout).toContain('first screen /: 62.3 kB');
  expect(code).toBe(1);
});

it('the weight of the first screen fails above the maximum number of requests too', async () => {
  const parts = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`part-${n}.js`, { bytes: 10 }]));
  await build({ ...entries, ...parts, [`${nodes}/2.js`]: { bytes: 100, imports: Object.keys(parts) } });
  const { code, stdout } = await weigh();
  expect(stdout).toContain('19 of 15 requests');
  expect(code).toBe(1);
});
