import { expect, it } from 'vitest';
import { OutcomeCounter } from '../../../../proxy/server/http/metrics';
import { metricsOf } from '../../../../proxy/server/operations/metrics';
import { FakeClock } from '../../../support/fake-clock';

it('the metrics leave out when a controller answered last if it never did', () => {
  const never = { id: 'a', state: 'unreachable', lastHeard: -Infinity };
  const house = { clock: new FakeClock(), states: { list: () => [never] } };
  const none = new OutcomeCounter([]);
  const metrics = metricsOf(house as never, none, none);
  const read = (metric: string) => metrics.find(({ name }) => name === metric)?.read();
  expect(read('mantel_controller_up')).toEqual([{ labels: { controller: 'a' }, value: 0 }]);
  expect(read('mantel_controller_last_answer_seconds')).toEqual([]);
});
