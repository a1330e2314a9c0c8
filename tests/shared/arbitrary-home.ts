import fc from 'fast-check';
import { EMPTY_HOME, type Home } from '#shared/home';
import { decodeHome } from '#shared/home-schema';

const name = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('Kitchen', 'Кухня', '<img onerror>'));
const paramValue = fc.oneof(
  fc.boolean(),
  fc.integer({ min: -5, max: 300 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ maxLength: 8 }),
  fc.constant(null),
  fc.dictionary(fc.constantFrom('Heat', 'Cool', 'Red'), fc.integer())
);
const param = fc.constantFrom('Status', 'Level', 'Value', 'Tripped', 'currentSetpoints');
const params = fc.dictionary(param, paramValue);

const device = fc.record({
  id: fc.nat(20),
  name,
  room_id: fc.option(fc.nat(5)),
  type: fc.constantFrom('DevSwitch', 'DevDimmer', 'DevNew'),
  order: fc.nat(9),
  hidden: fc.boolean(),
  interfaces: fc.subarray(['Switch Binary', 'SwitchMultilevel', 'Odd']),
  params,
  alive: fc.boolean(),
  last_online: fc.option(fc.nat()),
  favorite: fc.boolean()
});

/** Any decoded home. */
export const arbitraryHome: fc.Arbitrary<Home> = fc
  .record({
    sections: fc.array(fc.record({ id: fc.nat(5), name }), { maxLength: 3 }),
    rooms: fc.array(fc.record({ id: fc.nat(5), name, section_id: fc.option(fc.nat(5)) }), { maxLength: 4 }),
    devices: fc.array(device, { maxLength: 12 })
  })
  .map((raw) => decodeHome(raw) ?? EMPTY_HOME);

/** A home and a later one: mostly with other values, sometimes with another structure. */
export const homeAndNext: fc.Arbitrary<readonly [Home, Home]> = fc
  .tuple(
    arbitraryHome,
    fc.array(fc.record({ device: fc.nat(11), params, alive: fc.boolean(), name })),
    arbitraryHome,
    fc.nat(4)
  )
  .map(([home, edits, other, dice]) => {
    if (dice === 0) return [home, other];
    const devices = home.devices.map((before, place) => {
      const edit = edits.find((candidate) => candidate.device === place);
      return edit
        ? { ...before, name: edit.name, alive: edit.alive, params: { ...before.params, ...edit.params } }
        : before;
    });
    return [home, { ...home, devices }];
  });
