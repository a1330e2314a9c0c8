import { expect, test } from 'vitest';
import { HomeView } from '../../../src/features/home/home-view.svelte';
import { anOpenHome } from '../../lib/state/test-screen';
import { aDevice } from '../../lib/kinds/test-home';
import { aHome, aLamp } from '../../lib/state/test-home';

test('what is not in a room is shown last, and not at all if those are gateways and hidden devices', () => {
  const opened = anOpenHome();
  const view = new HomeView(opened);
  const hall = { id: 1, name: 'Hall' };
  const gateway = aDevice({ id: 3, type: 'DevGateway', interfaces: ['Gateway'] });
  const roomsWith = (...devices: ReturnType<typeof aDevice>[]) => {
    opened.state.replace(aHome({ rooms: [hall], devices }), `e.${devices.length}`, 1);
    return view.sections.flatMap(({ rooms }) => rooms.map(({ slot }) => slot.room?.name ?? null));
  };
  expect(roomsWith(gateway)).toEqual(['Hall']);
  expect(roomsWith(gateway, aLamp(2, { room_id: null }))).toEqual(['Hall', null]);
});
