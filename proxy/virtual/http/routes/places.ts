import { describeRoom } from '../../home/description';
import type { LivingHome } from '../../home/living-home';
import { answer, refuse } from '../reply';
import type { Route } from '../router';

/** Sections and rooms: one section (document 4.1) [D], the lists [O], one room [A]. */
export function placeRoutes(home: LivingHome): Route[] {
  return [
    { method: 'GET', path: '/sections', handle: () => answer({ sections: home.sections }) },
    {
      method: 'GET',
      path: '/sections/:id',
      handle({ id }) {
        const section = home.section(id);
        return section === undefined ? refuse('noSuchSection', { id }) : answer(section);
      }
    },
    { method: 'GET', path: '/rooms', handle: () => answer({ rooms: home.rooms.map(describeRoom) }) },
    {
      method: 'GET',
      path: '/rooms/:id',
      handle({ id }) {
        const room = home.room(id);
        return room === undefined ? refuse('noSuchRoom', { id }) : answer(describeRoom(room));
      }
    }
  ];
}
