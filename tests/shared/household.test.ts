import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { activitiesSchema, decodeActivities } from '#shared/household';
import { liveMessageSchema } from '#shared/wire';

const known = { seq: 3, at: 1000, kind: 'paired', count: 1, screen: { id: 's2', name: 'Tablet' } };
const ofLater = { seq: 4, at: 2000, kind: 'of-later', count: 1 };

describe('what happened to the household', () => {
  it('is read but for rows of kinds that came later, and for rows that are none', () => {
    expect(decodeActivities([known, ofLater, null, 7, {}])).toEqual([known]);
    expect(v.parse(activitiesSchema, { activities: [ofLater, known] })).toEqual({ activities: [known] });
  });

  it('comes with a live message that is whole whatever its rows are', () => {
    const message = { type: 'activity', unseen: [known, ofLater] };
    expect(v.parse(liveMessageSchema, message)).toEqual(message);
  });
});
