import { BASE_PATH } from '../../proxy/sources/served/http/server';
import { helpText, readCommandLine } from './command-line';
import { startStandAlone, type StandAloneOptions } from './stand-alone';

/** `npm run virtual -- <options>`: runs a virtual controller alone, for client developers. */
async function run(options: StandAloneOptions): Promise<void> {
  const controller = await startStandAlone(options);
  const { name, address, port, udpPort } = controller;
  console.log(`${name} listens on http://${address}:${port}${BASE_PATH}`);
  console.log(
    udpPort === null ? 'It does not answer searches on UDP.' : `It answers searches on UDP port ${udpPort}.`
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void controller.stop());
}

const commandLine = readCommandLine(process.argv.slice(2));
if (!commandLine.ok) {
  console.error(`${commandLine.error.message}\n\n${helpText()}`);
  process.exitCode = 2;
} else if (commandLine.value.type === 'help') console.log(helpText());
else
  run(commandLine.value.options).catch((error: unknown) => {
    console.error(`Cannot start: ${error instanceof Error ? error.message : 'unknown error'}`);
    process.exitCode = 1;
  });
