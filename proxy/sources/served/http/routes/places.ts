import { describeRoom } from '../../description';
import type { Source } from '../../source';
import { answer, refuse } from '../reply';
import { withHome, type Route } from '../router';

/** Sections and rooms: one section (document 4.1) [D], the lists [O], one room [A]. */
export function placeRoutes(source: Source): Route[] {
  return [
    {
      method: 'GET',
      path: '/sections',
      handle: withHome(source, ({ sections }) => answer({ sections: [...sections.values()] }))
    },
    {
      method: 'GET',
      path: '/sections/:id',
      handle: withHome(source, ({ sections }, { id }) => {
        const section = sections.get(id);
        return section === undefined ? refuse('noSuchSection', { id }) : answer(section);
      })
    },
    {
      method: 'GET',
      path: '/rooms',
      handle: withHome(source, ({ rooms }) => answer({ rooms: [...rooms.values()].map(describeRoom) }))
    },
    {
      method: 'GET',
      path: '/rooms/:id',
      handle: withHome(source, ({ rooms }, { id }) => {
        const room = rooms.get(id);
        return room === undefined ? refuse('noSuchRoom', { id }) : answer(describeRoom(room));
      })
    }
  ];
}
