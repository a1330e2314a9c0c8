import { describe, expect, it } from 'vitest';
import { testProxy } from '../support/test-proxy';

const LAYOUT = { favourites: [3, 1], hidden: [], names: { Кухня: true } };

async function layoutProxy(dataDir?: string) {
  const proxy = await testProxy(dataDir === undefined ? {} : { dataDir });
  const path = `/api/controllers/${proxy.id}/layout`;
  const put = async (cookie: string, body: unknown) => {
    const headers = { cookie, origin: proxy.origin, 'content-type': 'application/json' };
    return proxy.ask(path, { method: 'PUT', headers, body });
  };
  const get = async (cookie: string) => (await proxy.ask(path, { headers: { cookie } })).json;
  return { ...proxy, put, get };
}

describe('a layout', () => {
  it('is empty before anything was put', async () => {
    const { get, cookie } = await layoutProxy();
    expect(await get(await cookie())).toEqual({});
  });

  it('is shared by the screens of a user, and outlives the process', async () => {
    const { put, get, cookie, stop, dataDir } = await layoutProxy();
    const kitchen = await cookie();
    const phone = await cookie();
    expect((await put(kitchen, LAYOUT)).status).toBe(204);
    expect(await get(phone)).toEqual(LAYOUT);
    await stop();
    const again = await layoutProxy(dataDir);
    expect(await again.get(phone)).toEqual(LAYOUT);
  });

  it.each(['[]', '[1]', '"text"', '7', 'null', 'true'])('is an object, not %s', async (body) => {
    const { put, get, cookie } = await layoutProxy();
    const own = await cookie();
    expect((await put(own, body)).status).toBe(400);
    expect(await get(own)).toEqual({});
  });

  it('is not taken away by a call without one', async () => {
    const { put, get, cookie } = await layoutProxy();
    const own = await cookie();
    await put(own, LAYOUT);
    expect((await put(own, '')).status).toBe(400);
    expect(await get(own)).toEqual(LAYOUT);
  });

  it('weighs no more than 64 KiB', async () => {
    const { put, cookie } = await layoutProxy();
    expect((await put(await cookie(), { note: 'x'.repeat(65_536) })).status).toBe(413);
  });
});
