import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { happenedSchema } from '../../../src/shared/happenings';
import type { SceneBody } from '../../../src/shared/scenes';
import { sessionSchema } from '../../../src/shared/wire';
import { expect } from './test';

/** Calls the proxy as a signed-in page's browser, for what a test needs and no page does. */
export async function proxyOf({ request }: Page) {
  const me = await request.get('/api/me');
  const { origin } = new URL(me.url());
  const headers = { origin };
  const { controller } = v.parse(sessionSchema, await me.json());
  const home = `${origin}/api/controllers/${controller.id}`;
  return {
    /** The address of what the proxy has of the home. */
    address: home,
    async setPin(pin: string): Promise<void> {
      const answer = await request.put(`${home}/pin`, { headers, data: { pin } });
      expect(answer.status()).toBe(204);
    },
    async putScene(id: string, name: string, commands: SceneBody['commands']): Promise<void> {
      const data = { name, icon: 'scene', commands };
      const answer = await request.put(`${home}/scenes/${id}`, { headers, data });
      expect(answer.status(), await answer.text()).toBe(204);
    },
    /** Removes all that the household chose. */
    async clearLayout(): Promise<void> {
      const data = { favourites: null, devices: null, rooms: null };
      const answer = await request.put(`${home}/layout`, { headers, data });
      expect(answer.status()).toBe(204);
    },
    /** Sets a timer; the pages' own least is five minutes. */
    async setTimer(body: object): Promise<void> {
      const answer = await request.post(`${home}/timers`, { headers, data: body });
      expect(answer.ok(), await answer.text()).toBe(true);
    },
    async happened() {
      return v.parse(happenedSchema, await (await request.get(`${home}/happened`)).json()).happenings;
    }
  };
}
