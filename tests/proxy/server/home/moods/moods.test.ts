import { expect, onTestFinished, test } from 'vitest';
import { WatchedHome } from '../../../../../proxy/server/home/live/watched-home';
import { Moods } from '../../../../../proxy/server/home/moods/moods';
import { STANDING_MS } from '../../../../../proxy/server/home/moods/room-mood';
import { aDimmer } from '../../../../features/bulk-actions/test-devices';
import { aHome } from '../../../../lib/kinds/test-home';
import { FakeClock } from '../../../../support/fake-clock';
import { layoutsInMemory, touchInMemory } from '../../../../support/layouts-in-memory';

const lamp = (id: number, room_id: number, Level: number) => aDimmer(id, Level, { room_id });

/** A home with two lamps in the kitchen and one in the hall. */
function house() {
  const clock = new FakeClock();
  const layouts = layoutsInMemory(clock);
  const touch = touchInMemory();
  const moods = new Moods({ clock }, layouts, touch);
  const home: WatchedHome = new WatchedHome(clock, (event) =>
    moods.receive({ ...event, controller: 'c', home })
  );
  onTestFinished(moods.start());
  const rooms = [1, 2].map((id) => ({ id, name: `Room ${id}` }));
  const devices = [lamp(11, 1, 80), lamp(12, 1, 40), lamp(21, 2, 0)];
  home.applySnapshot(aHome({ rooms, devices }), 0);
  const stop = () => moods.receive({ type: 'unwatched', controller: 'c', home });
  const set = (device: number, Level: number) =>
    home.append([{ device, params: { Level, Status: Level > 0 } }]);
  const of = (rooms: number[] | null = null) => moods.of('c', rooms);
  return { clock, layouts, touch, moods, home, set, stop, of };
}

const KITCHEN = { picture: { 11: 80, 12: 40 }, brightest: 80 };

test('the moods of a home are what is lit at first, and what has been lit for ten seconds since, and each change is told', async () => {
  const { clock, moods, set, of } = house();
  const told: unknown[] = [];
  moods.onChange((news) => told.push(news));
  expect(of()).toEqual({ 1: KITCHEN });
  set(21, 10);
  await clock.advance(STANDING_MS - 1);
  expect({ moods: of(), told }).toEqual({ moods: { 1: KITCHEN }, told: [] });
  await clock.advance(1);
  const news = { controller: 'c' };
  const hall = { picture: { 21: 10 }, brightest: 10 };
  expect({ moods: of(), told }).toEqual({ moods: { 1: KITCHEN, 2: hall }, told: [news, news] });
});

test('the moods of a home are taken before the first command of an off', async () => {
  const { moods, set, of } = house();
  moods.beforeOff('c', [11, 12], new Set());
  set(11, 0);
  set(12, 0);
  expect(of()).toEqual({ 1: KITCHEN });
});

test('the moods of a home leave out lamps that the household took out of the room’s lights', async () => {
  const { clock, layouts, of } = house();
  layouts.put('c', { favourites: null, rooms: {}, devices: { 12: { isRoomLight: false } } });
  await clock.advance(STANDING_MS);
  expect(of()).toEqual({ 1: { picture: { 11: 80 }, brightest: 80 } });
});

test('the moods of a home are told to a screen of some rooms for these alone', async () => {
  const { clock, set, of } = house();
  set(21, 10);
  await clock.advance(STANDING_MS);
  expect(Object.keys(of([2]))).toEqual(['2']);
});

test('the moods of a home stay while nobody watches until it is forgotten, and leave no timer behind', async () => {
  const { clock, moods, stop, of } = house();
  await clock.advance(STANDING_MS);
  stop();
  expect({ moods: of(), timers: clock.waiting }).toEqual({ moods: { 1: KITCHEN }, timers: 0 });
  moods.forget('c');
  expect(of()).toEqual({});
});

test('a lamp that only shows its state is in no mood', async () => {
  const { touch, clock, home, of } = house();
  const lamp11 = home.journal.device(11);
  if (lamp11) touch.put('c', lamp11, { touch: 'show' });
  await clock.advance(STANDING_MS);
  expect(of()[1]?.picture).toEqual({ 12: 40 });
});
