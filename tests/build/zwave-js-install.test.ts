import { expect, it } from 'vitest';
import { Checkout } from './checkout';

const HOUSE = 'tests/zwave-js/house';
const PROGRAM =
  "import('./build/install.mjs').then((each) => each.installZWaveJs()).catch((error) => console.log(error.message));";

/** Installs the packages of the Z-Wave JS tests by an npm of the test. Resolves with what it prints. */
async function install(npm: string): Promise<string> {
  const checkout = await Checkout.create();
  await checkout.write('package.json', '{"type": "module"}');
  await checkout.write(`${HOUSE}/package-lock.json`, '{}');
  await checkout.write('npm.cjs', npm);
  return (await checkout.node('--input-type=module', '-e', PROGRAM).ended).stdout;
}

it('says in a sentence that the packages of the Z-Wave JS tests are missing if the registry is unreachable', async () => {
  const said = await install(
    "console.error('npm error code ECONNREFUSED, as the registry is off'); process.exitCode = 1;"
  );
  expect(said).toContain('npm does not reach its registry: check the connection, then start again.');
  expect(said).toContain(`Its packages are not in \`${HOUSE}\`. The other steps need none of them`);
});

it('runs no install script of a package of the Z-Wave JS tests', async () => {
  const said = await install(
    "if (!process.argv.includes('--ignore-scripts') || !process.argv.includes('--prefix')) { console.error(process.argv.join(' ')); process.exitCode = 1; }"
  );
  expect(said).toBe('');
});
