import { expect, test } from 'vitest';
import { FADING_MS, RoomMood, STANDING_MS } from '../../../../../proxy/server/home/moods/room-mood';

const ALL = { 1: 80, 2: 40, 3: null };

/** A room whose lamps were lit long ago. */
function litRoom(): RoomMood {
  const room = new RoomMood(ALL, 0);
  room.settle(STANDING_MS);
  return room;
}

test('the mood of a room is what was lit before somebody switches it off', () => {
  const room = new RoomMood(ALL, 0);
  room.beforeOff(false, 500);
  room.light({}, 700);
  expect(room.mood).toEqual({ picture: ALL, brightest: 80 });
});

test('the mood of a room is what is lit when the room is seen for the first time', () => {
  const room = new RoomMood(ALL, 0);
  expect(room.mood?.picture).toEqual(ALL);
  room.light({ 3: null }, 2_000);
  room.light({}, 3_000);
  expect(room.mood?.picture).toEqual(ALL);
});

test('the mood of a room survives an off that goes lamp by lamp', () => {
  const room = litRoom();
  room.light({ 1: 80, 3: null }, 100_000);
  room.light({ 3: null }, 120_000);
  room.light({}, 100_000 + FADING_MS - 1);
  expect(room.mood?.picture).toEqual(ALL);
});

test('the mood of a room is what was left on, if the room goes dark later than that', () => {
  const room = litRoom();
  room.light({ 3: null }, 100_000);
  room.settle(100_000 + STANDING_MS);
  room.light({}, 100_000 + FADING_MS + 1);
  expect(room.mood?.picture).toEqual({ 3: null });
});

test('the mood of a room is not replaced by lamps that were lit elsewhere for less than ten seconds', () => {
  const room = litRoom();
  room.light({}, 100_000);
  room.light({ 2: 5 }, 200_000);
  room.settle(200_000 + STANDING_MS - 1);
  room.light({}, 200_000 + STANDING_MS - 1);
  expect(room.mood?.picture).toEqual(ALL);
});

test('the mood of a room is replaced once they have stood', () => {
  const room = litRoom();
  room.light({}, 100_000);
  room.light({ 2: 5 }, 200_000);
  room.settle(200_000 + STANDING_MS);
  expect(room.mood).toEqual({ picture: { 2: 5 }, brightest: 5 });
});

test('the mood of a room is not what a slow radio has lit so far, if somebody touches the lamp again', () => {
  const room = litRoom();
  room.light({}, 100_000);
  room.light({ 1: 80 }, 200_000);
  room.beforeOff(true, 203_000);
  room.light({}, 204_000);
  expect(room.mood?.picture).toEqual(ALL);
});

test('the mood of a room is the brightness that was chosen last, also shortly before an off', () => {
  const room = litRoom();
  room.light({ 1: 20, 2: 10, 3: null }, 100_000);
  room.beforeOff(false, 105_000);
  room.light({}, 105_300);
  expect(room.mood).toEqual({ picture: ALL, brightest: 20 });
});
