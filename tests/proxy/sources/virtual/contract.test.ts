import { startVirtual } from '../../../../proxy/sources/virtual/start';
import { describeController } from '../../../contract/controller.contract';

describeController('the virtual controller', async () => {
  const controller = await startVirtual({ pollMs: 500 });
  return {
    base: `http://${controller.address}:${controller.port}/api/v2`,
    username: 'demo',
    password: 'demo',
    stop: () => controller.stop()
  };
});
