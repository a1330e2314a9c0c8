import * as v from 'valibot';
import { expect, it } from 'vitest';
import { activitiesSchema, decodeActivities } from '#shared/household';
import { liveMessageSchema } from '#shared/wire-live';

const controller = { id: '0123456789ab', name: 'Home' };
const known = {
  seq: 3,
  at: 1000,
  kind: 'paired',
  count: 1,
  controller,
  screen: { id: 's2', name: 'Tablet' }
};
const ofLater = { seq: 4, at: 2000, kind: 'of-later', count: 1, controller };

it('the activity of a household is read without rows of unknown kinds and malformed ones', () => {
  expect(decodeActivities([known, ofLater, null, 7, {}])).toEqual([known]);
  expect(v.parse(activitiesSchema, { activities: [ofLater, known] })).toEqual({ activities: [known] });
});

it('the activity of a household arrives with a valid live message, whatever its rows are', () => {
  const message = { type: 'activity', unseen: [known, ofLater] };
  expect(v.parse(liveMessageSchema, message)).toEqual(message);
});
