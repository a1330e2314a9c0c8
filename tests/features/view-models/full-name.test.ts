import { expect, it } from 'vitest';
import { fullNameOf } from '../../../src/features/view-models/full-name';
import { HomeState } from '../../../src/lib/state/home/home.svelte';
import { LayoutState } from '../../../src/lib/state/home/layout.svelte';
import { ProxyClient } from '../../../src/lib/state/proxy/proxy-client';
import { follow, rendered } from '../../lib/state/follow.svelte';
import { createTestEnvironment } from '../../lib/state/test-environment';
import { aHome, aLamp } from '../../lib/state/test-home';

const rooms = [
  { id: 1, name: 'Hall' },
  { id: 2, name: 'Bath' }
];
const home = aHome({
  rooms,
  devices: [
    aLamp(1, { name: 'Ceiling' }),
    aLamp(2, { name: 'ceiling ' }),
    aLamp(3, { name: 'Ceiling', room_id: 2 }),
    aLamp(4, { name: 'Ceiling', hidden: true }),
    aLamp(5, { name: '' }),
    aLamp(6, { name: '' }),
    aLamp(7, { name: 'Wall' })
  ]
});

const proxy = new ProxyClient(createTestEnvironment().environment);
const layout = new LayoutState({ link: { isLive: false }, proxy });

function known(): HomeState {
  const state = new HomeState();
  state.replace(home, 'e.1', 1000);
  return state;
}

function shownName(state: HomeState, id: number): string | undefined {
  const device = state.device(id);
  return device && fullNameOf(device, { state, layout });
}

it('the full name of a device ends with its number if another device of its room has the name, and begins with the name', () => {
  const state = known();
  const names = [1, 2, 3, 5, 6, 7].map((id) => shownName(state, id));
  expect(names).toEqual(['Ceiling #1', 'ceiling  #2', 'Ceiling', '#5', '#6', 'Wall']);
});

it('the full name of a device loses the number when the other device gets another name, and has it again', async () => {
  const state = known();
  const first = follow(() => shownName(state, 1));
  await rendered();
  state.apply([{ device: 2, fields: { name: 'Mirror' } }], 'e.2', 2000);
  await rendered();
  state.apply([{ device: 7, fields: { name: 'Ceiling' } }], 'e.3', 3000);
  await rendered();
  expect(first.values).toEqual(['Ceiling #1', 'Ceiling', 'Ceiling #1']);
});
