import { describe, expect, it } from 'vitest';
import { hazardOf, isHazardSensor } from '#shared/hazards';
import type { Device } from '#shared/home';
import { groupOf, mainControlOf } from '#shared/kinds';
import { isUnknownLoad } from '#shared/lamp';
import { sensitiveKindOf } from '#shared/sensitive';
import { leavingOf } from '../../../src/features/bulk-actions/leaving-plan';
import { planLightsOff, type BulkActionPlan } from '../../../src/features/bulk-actions/plan';
import { DeviceView } from '../../../src/features/device/device-view.svelte';
import { planFloorOn, planRoomOff, planRoomOn } from '../../../src/features/lamps/light-plan';
import { offeredCommands, OFFERS } from '../../../src/features/scenes/scene-calls';
import { factsOf } from '../../../src/features/sheets/facts';
import { RoomView } from '../../../src/features/view-models/room-view.svelte';
import { roomSlotOf } from '../../../src/lib/kinds/room-slot';
import type { OpenHome } from '../../../src/lib/state/open-home.svelte';
import { aHome } from '../../lib/state/test-home';
import { snapshot } from '../../lib/state/test-screen';
import { aBench } from '../bulk-actions/test-bench';
import { API_DEVICES } from './api-devices';
import { devicesOf } from './nodes';
import { PRODUCTS } from './products';

/** The kinds of products whose levels are those of no lamp: no action for lights may reach them. */
const NO_LAMPS = Object.keys(PRODUCTS).filter((kind) => kind !== 'lamps and dimmers');

/** What a home shows of these devices of one node, and what the actions for several devices would send to them. */
async function rowOf(devices: readonly Device[]) {
  const room = {
    id: devices[0]?.room_id ?? 1,
    name: 'Room',
    section_id: 1,
    order: 0,
    background_image: '',
    icon: '',
    main_devices: { temperature_sensor: null, humidity_sensor: null, luminosity_sensor: null }
  };
  const { opened, sockets } = await aBench([]);
  const sections = [{ id: 1, name: 'Floor' }];
  sockets.last.say({ ...snapshot, home: aHome({ sections, rooms: [room], devices: [...devices] }) });
  const view = new RoomView(opened, roomSlotOf(room));
  const lights = view.devicesOf('lights');
  const named = (ids: readonly number[]) => ids.map((id) => devices.find((each) => each.id === id)?.name);
  const sent = ({ steps }: BulkActionPlan) => named(steps.map(({ device }) => device.id));
  const offered = OFFERS.flatMap((offer) => {
    const names = named(offeredCommands(offer, view.devices).map((each) => each.device));
    return names.map((name) => `${offer}: ${name}`);
  });
  return {
    tiles: view.groups.flatMap(({ group, ids }) =>
      ids.map((id) => {
        const device = opened.state.device(id);
        return device ? `${group}: ${tileOf(opened, device)}` : 'gone';
      })
    ),
    facts: devices.flatMap((device) =>
      factsOf({ device, name: device.name, room: '' }, opened.state, 0)
        .filter(({ isTechnical }) => !isTechnical)
        .map(({ label, text }) => `${label}: ${text}`)
    ),
    hazards: devices.flatMap((device) => (isHazardSensor(device) ? (hazardOf(device) ?? []) : [])),
    'asks by itself': devices.flatMap((device) => sensitiveKindOf(device) ?? []),
    'is it a light?': devices.filter(isUnknownLoad).map(({ name }) => name),
    'all lights off': sent(planLightsOff(lights, 'home')),
    'all lights on': sent(planFloorOn([view], {}, 'floor:1')),
    'lamp of the room': [
      ...new Set([...sent(planRoomOff(lights, null)), ...sent(planRoomOn(lights, undefined, null))])
    ],
    leaving: sent(leavingOf(view.devices).plan),
    'offered scenes': offered
  };
}

const tileOf = (opened: OpenHome, device: Device): string =>
  `${device.name}, ${new DeviceView(opened, () => device).presentation.summary} (${mainControlOf(device) ?? 'no control'})`;

/** The rows of a table as text: what is empty is left out. */
const textOf = (title: string, row: Awaited<ReturnType<typeof rowOf>>): string =>
  [
    title,
    ...Object.entries(row).flatMap(([what, all]) => (all.length > 0 ? `  ${what}: ${all.join(' · ')}` : []))
  ].join('\n');

describe('the table of products at a Z-Wave JS server', () => {
  it('is as it was looked at: tiles, facts, hazards, and what the actions for several devices send', async () => {
    const rows: string[] = [];
    for (const [kind, products] of Object.entries(PRODUCTS)) {
      rows.push(`## ${kind}`);
      for (const each of products)
        rows.push(textOf(`${each.label} | ${each.description}`, await rowOf(devicesOf(each))));
    }
    await expect(rows.join('\n\n') + '\n').toMatchFileSnapshot('products.txt');
  });

  it.each(NO_LAMPS)('sends nothing of a light action to %s', async (kind) => {
    for (const each of PRODUCTS[kind] ?? []) {
      const row = await rowOf(devicesOf(each));
      expect({
        product: each.label,
        lights: [...row['all lights off'], ...row['all lights on'], ...row['lamp of the room']],
        evening: row['offered scenes'].filter((each) => each.startsWith('evening')),
        hasTiles: row.tiles.length > 0
      }).toEqual({ product: each.label, lights: [], evening: [], hasTiles: true });
    }
  });
});

describe('the table of types of the HTTP API', () => {
  it('is as it was looked at', async () => {
    const rows: string[] = [];
    for (const device of API_DEVICES)
      rows.push(textOf(`${device.type} ${device.role} ${device.icon}`.trim(), await rowOf([device])));
    await expect(rows.join('\n\n') + '\n').toMatchFileSnapshot('api-devices.txt');
  });

  it('has a light only where its type, its colours or its icon say so', async () => {
    const lights = API_DEVICES.filter((device) => groupOf(device) === 'lights').map(
      ({ type, icon }) => `${type} ${icon}`
    );
    expect(lights).toEqual([
      'DevSwitch lamp',
      'DevDimmer ',
      'DecDimmerColor ',
      'DevDimmerColor ',
      'DevRGBLight '
    ]);
  });
});
