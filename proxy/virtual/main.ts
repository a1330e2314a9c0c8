import { startVirtual } from './start';

await startVirtual({ port: 18380 });
