import { helpText, readCommandLine } from './command-line';
import { BASE_PATH } from './http/server';
import type { VirtualOptions } from './options';
import { startVirtual } from './start';

/** `npm run virtual -- <options>`: a virtual controller alone, for anyone who writes a client. */
async function run(options: Partial<VirtualOptions>): Promise<void> {
  const controller = await startVirtual(options);
  const { name, address, port, udpPort } = controller;
  console.log(`${name} listens on http://${address}:${port}${BASE_PATH}`);
  console.log(udpPort === null ? 'It keeps silent on UDP.' : `It answers searches on UDP port ${udpPort}.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void controller.stop());
}

const wish = readCommandLine(process.argv.slice(2));
if (!wish.ok) {
  console.error(`${wish.error.message}\n\n${helpText()}`);
  process.exitCode = 2;
} else if (wish.value.type === 'help') console.log(helpText());
else
  run(wish.value.options).catch((error: unknown) => {
    console.error(`Cannot start: ${error instanceof Error ? error.message : 'for no known reason'}`);
    process.exitCode = 1;
  });
