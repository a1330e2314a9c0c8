import { describeRoom } from '../../description';
import type { Source } from '../../source';
import { answer } from '../reply';
import { readingRoutes, replyFor, type Route } from '../router';

/** Sections and rooms: one section (document 4.1) [D], the lists [O], one room [A]. */
export const placeRoutes = (source: Source): Route[] =>
  readingRoutes(source, {
    '/sections': ({ sections }) => answer({ sections: [...sections.values()] }),
    '/sections/:id': ({ sections }, { id }) => replyFor(sections, id, answer),
    '/rooms': ({ rooms }) => answer({ rooms: [...rooms.values()].map(describeRoom) }),
    '/rooms/:id': ({ rooms }, { id }) => replyFor(rooms, id, (room) => answer(describeRoom(room)))
  });
