import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_LAYOUT, type Layout } from '#shared/layout';
import { editDeviceAppearance, type LayoutEdit } from '../../../../src/lib/state/home/layout-edits';
import { LayoutState } from '../../../../src/lib/state/home/layout.svelte';
import { ProxyClient } from '../../../../src/lib/state/proxy/proxy-client';
import { createTestEnvironment, settled } from '../test-environment';

const tall = editDeviceAppearance(1, { name: 'Tall lamp' });
const hidden = editDeviceAppearance(2, { isHidden: true });
const TOLD: Layout = { ...EMPTY_LAYOUT, rooms: { '1': { name: 'Foyer' } } };

let world: ReturnType<typeof createTestEnvironment>;
let layout: LayoutState;
const partners = { link: { isLive: true } };

beforeEach(() => {
  world = createTestEnvironment();
  Object.assign(partners.link, { isLive: true });
  layout = new LayoutState({ ...partners, proxy: new ProxyClient(world.environment) });
});

const nameOf = (id: number) => layout.current.devices[id]?.name;
const putting = () => world.proxy.request('/layout');

it('a change of the layout does not send what the devices were, which the proxy sends back', async () => {
  const bound: Layout = { ...TOLD, models: { '1': '0123abcd' } };
  layout.receive(bound);
  void layout.change(tall);
  expect(putting().body).toEqual({ devices: { '1': { name: 'Tall lamp' } } });
  layout.receive({ ...tall(bound), models: { '1': '0123abcd', '2': '89abcdef' } });
  await world.proxy.answer('/layout', 204);
  expect(layout.current.models).toEqual({ '1': '0123abcd', '2': '89abcdef' });
});

it("a change of the layout is reverted if the connection breaks, and the proxy's next layout is used", async () => {
  void layout.change(tall);
  await world.proxy.cut('/layout');
  expect({ layout: layout.current, code: layout.failure?.code }).toEqual({
    layout: EMPTY_LAYOUT,
    code: 'offline'
  });
  layout.receive(tall(EMPTY_LAYOUT));
  expect(nameOf(1)).toBe('Tall lamp');
});

it('a change of the layout is refused without a live link, and never sent later', async () => {
  Object.assign(partners.link, { isLive: false });
  void layout.change(tall);
  expect({ layout: layout.current, code: layout.failure?.code }).toEqual({
    layout: EMPTY_LAYOUT,
    code: 'offline'
  });
  Object.assign(partners.link, { isLive: true });
  await settled();
  expect(world.proxy.asked).toEqual([]);
});

it('a change of the layout waits for the previous one, and only what it changes is sent', async () => {
  void layout.change(tall);
  void layout.change(hidden);
  void layout.change(editDeviceAppearance(1, { icon: 'fan' }));
  expect(world.proxy.asked).toHaveLength(1);
  await world.proxy.answer('/layout', 204);
  expect(world.proxy.asked).toHaveLength(2);
  expect(putting().body).toEqual({ devices: { '1': { icon: 'fan' }, '2': { isHidden: true } } });
  await world.proxy.answer('/layout', 204);
  expect(world.proxy.asked).toHaveLength(2);
  expect(nameOf(1)).toBe('Tall lamp');
});

it('a change of the layout stays if the previous one is refused', async () => {
  void layout.change(tall);
  void layout.change(hidden);
  await world.proxy.refuse('/layout', 400, 'bad-request');
  expect(layout.current).toEqual(hidden(EMPTY_LAYOUT));
  expect(putting().body).toEqual({ devices: { '2': { isHidden: true } } });
});

describe('undo', () => {
  async function make(edit: LayoutEdit) {
    const held = layout.change(edit);
    putting().answer(204);
    expect(await held).toBe(true);
  }

  it('restores the earlier layouts, the last one first', async () => {
    await make(tall);
    await make(hidden);
    for (const [before, devices] of [
      [tall(EMPTY_LAYOUT), { '2': { isHidden: null } }],
      [EMPTY_LAYOUT, { '1': { name: null } }]
    ]) {
      const held = layout.undo();
      expect({ layout: layout.current, body: putting().body }).toEqual({ layout: before, body: { devices } });
      putting().answer(204);
      expect(await held).toBe(true);
    }
    expect({ canUndo: layout.canUndo, undone: await layout.undo() }).toEqual({
      canUndo: false,
      undone: false
    });
  });

  it('ignores changes that failed, or of another user', async () => {
    const held = layout.change(tall);
    putting().refuse(400, 'bad-request');
    expect({ held: await held, canUndo: layout.canUndo }).toEqual({ held: false, canUndo: false });
    await make(tall);
    layout.clear();
    expect(layout.canUndo).toBe(false);
  });

  it('of the last change survives a reload, until another screen has changed the layout', async () => {
    layout.receive(TOLD);
    await make(hidden);
    const changed = layout.change(tall);
    expect(layout.before, 'not confirmed').toBeNull();
    putting().answer(204);
    await changed;
    const cached = { layout: layout.current, before: layout.before };
    layout.clear();
    layout.restore(cached.layout, cached.before);
    layout.receive({ ...cached.layout, models: { '1': '0123abcd' } });
    const held = layout.undo();
    expect(putting().body).toEqual({ devices: { '1': { name: null } } });
    putting().refuse(429, 'too-many-commands');
    expect({ held: await held, canUndo: layout.canUndo }).toEqual({ held: false, canUndo: true });
    const retried = layout.undo();
    layout.receive(TOLD);
    putting().refuse(429, 'too-many-commands');
    expect({ retried: await retried, canUndo: layout.canUndo, before: layout.before }).toEqual({
      retried: false,
      canUndo: false,
      before: null
    });
  });

  it('goes back twenty changes', async () => {
    for (let order = 0; order < 25; order += 1) await make(editDeviceAppearance(1, { order }));
    let count = 0;
    while (layout.canUndo) {
      const held = layout.undo();
      putting().answer(204);
      await held;
      count += 1;
    }
    expect({ count, device: layout.current.devices['1'] }).toEqual({ count: 20, device: { order: 4 } });
  });
});

it('a change of another screen meanwhile stays if it came after ours, even if it arrived before our response', async () => {
  void layout.change(tall);
  layout.receive(tall(EMPTY_LAYOUT));
  layout.receive(TOLD);
  await world.proxy.answer('/layout', 204);
  expect(layout.current).toEqual(TOLD);
});

it.each<[string, () => Promise<boolean>, Layout]>([
  ['our change', () => layout.change(tall), tall(TOLD)],
  ['our undo', () => layout.undo(), TOLD]
])('a change of another screen meanwhile stays if it came during %s', async (_, begin, both) => {
  layout.restore(tall(EMPTY_LAYOUT), EMPTY_LAYOUT);
  void begin();
  layout.receive({ ...layout.confirmed, rooms: TOLD.rooms });
  await world.proxy.answer('/layout', 204);
  expect(layout.current).toEqual(both);
});

it('a change of another screen meanwhile is replaced by a layout from a file as far as it is known', async () => {
  layout.receive(tall(TOLD));
  void layout.change(() => hidden(EMPTY_LAYOUT));
  expect(putting().body).toEqual({
    devices: { '1': { name: null }, '2': { isHidden: true } },
    rooms: { '1': { name: null } }
  });
});

it('a layout is emitted once for the cache, when it is confirmed and new', async () => {
  const listener = vi.fn();
  layout.subscribe(listener);
  layout.receive(EMPTY_LAYOUT);
  layout.receive(TOLD);
  layout.receive({ ...TOLD });
  void layout.change(tall);
  expect(listener.mock.calls).toEqual([[TOLD]]);
  await world.proxy.answer('/layout', 204);
  layout.receive(tall(TOLD));
  expect(listener.mock.calls).toEqual([[TOLD], [tall(TOLD)]]);
});

it('a layout is cleared completely, with pending changes', async () => {
  layout.receive(TOLD);
  void layout.change(tall);
  void layout.change(hidden);
  const late = putting();
  const held = layout.change(tall);
  layout.clear();
  expect({ layout: layout.current, held: await held }).toEqual({ layout: EMPTY_LAYOUT, held: false });
  late.answer(204);
  await settled();
  expect({ layout: layout.current, askedCount: world.proxy.asked.length }).toEqual({
    layout: EMPTY_LAYOUT,
    askedCount: 1
  });
});
