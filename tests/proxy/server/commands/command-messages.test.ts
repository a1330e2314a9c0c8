import { expect, it } from 'vitest';
import { FULL_RIGHTS } from '#shared/rights';
import { allOff, besideLamps, GUEST } from '../../../support/lamp-upstream';

it('live messages tell every screen each command after the change that confirms it', async () => {
  const { post, connect, pass } = await besideLamps(40);
  const client = connect();
  expect(await client.next('commands')).toMatchObject({ isWhole: true, entries: [], batches: [] });
  await post({ id: 'live', ...allOff(40) });
  await pass(6_000);
  const isOff = new Set<number>();
  const confirmed = new Set<number>();
  for (const message of client.messages) {
    if (message.type === 'changes')
      for (const { device, params } of message.changes) if (params?.['Level'] === 0) isOff.add(device);
    if (message.type !== 'commands') continue;
    for (const { device, state } of message.entries) {
      if (state !== 'confirmed') continue;
      expect(isOff.has(device), `lamp ${device} is reported before it is confirmed`).toBe(true);
      confirmed.add(device);
    }
  }
  expect(confirmed.size).toBe(40);
});

it('live messages begin with all that is under way, in messages of 64 KB at most', async () => {
  const { post, connect, upstream } = await besideLamps(200);
  const name = 'x'.repeat(100);
  for (let at = 0; at < 200; at++) upstream.screens.change(upstream.screen.id, { name: name.slice(0, 99) });
  await post({ id: 'all', name, ...allOff(200) });
  const client = connect();
  await client.next('commands', ({ hasMore }) => !hasMore);
  const parts = client.messages.filter((message) => message.type === 'commands');
  const whole = parts.slice(0, parts.findIndex(({ hasMore }) => !hasMore) + 1);
  expect(whole.map(({ isWhole }) => isWhole)).toEqual(whole.map((_, at) => at === 0));
  expect(whole.flatMap(({ entries }) => entries)).toHaveLength(200);
  for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(64 * 1024);
});

it('live messages name the sender to screens without limits alone', async () => {
  const { post, connect, addScreen } = await besideLamps(2);
  const screens = [FULL_RIGHTS, { ...FULL_RIGHTS, commands: false }, GUEST].map((rights) =>
    addScreen(rights)
  );
  const clients = screens.map(({ headers }) => connect({ headers }));
  for (const client of clients) await client.next('commands');
  await post({ id: 'who', ...allOff(1) });
  const names = await Promise.all(
    clients.map(async (client) => {
      const { entries } = await client.next('commands', (message) => message.entries.length > 0);
      return entries.map(({ by }) => by?.name ?? null);
    })
  );
  expect(names).toEqual([['test'], [null], [null]]);
});

it('live messages replace everything when the rights of a screen change', async () => {
  const { post, connect, addScreen, upstream } = await besideLamps(4);
  await post({ id: 'all', ...allOff(4) });
  const tablet = addScreen();
  const client = connect({ headers: tablet.headers });
  const first = await client.next('commands');
  expect(first.entries).toHaveLength(4);
  const from = client.messages.length;
  upstream.screens.change(tablet.id, { rights: { ...FULL_RIGHTS, rooms: [2] } });
  const second = await client.next('commands', ({ isWhole }) => isWhole, from);
  expect(second.entries.map(({ device }) => device)).toEqual([2, 4]);
});

it('a single command of an outside program is an entry without a batch for every screen', async () => {
  const { connect, upstream, pass } = await besideLamps(1);
  const client = connect();
  await client.next('commands');
  await upstream.command(1, 'setStatus', { status: false });
  await pass(500);
  const confirmed = await client.next('commands', ({ entries }) =>
    entries.some(({ state }) => state === 'confirmed')
  );
  expect(confirmed.entries).toMatchObject([{ batch: null, device: 1, method: 'setStatus' }]);
});
