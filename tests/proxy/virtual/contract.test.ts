import { startVirtual } from '../../../proxy/virtual/start';
import { describeController } from '../../contract/controller.contract';

describeController('the virtual controller', async () => {
  const prefix = 'CONTROLLER_DETECT';
  const controller = await startVirtual({
    udp: { host: '127.0.0.1', port: 0, prefixes: [prefix] },
    pollMs: 500
  });
  return {
    base: `http://${controller.address}:${controller.port}/api/v2`,
    username: 'demo',
    password: 'demo',
    discovery: { host: '127.0.0.1', port: controller.udpPort ?? 0, prefix },
    stop: () => controller.stop()
  };
});
