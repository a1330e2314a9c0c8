import { beforeEach, describe, expect, it } from 'vitest';
import { beginConnection } from '../../../../src/lib/state/connection/command-messages';
import { settled } from '../test-environment';
import { aCommandPage, on, POST, type CommandPage } from './command-page';
import { anEntry } from './shown-commands';

let page: CommandPage;
beforeEach(() => {
  page = aCommandPage();
});

describe('a command whose answer is lost', () => {
  const find = () => page.world.proxy.request(POST);

  it('is found again by its id, and posted once', async () => {
    page.commands.send(page.lamp(), on);
    const id = page.postedId();
    page.world.proxy.request(POST).cut();
    await settled();
    find().answer(200, { entries: [anEntry(`${id}.0`, 'sending')], batches: [], ended: [], instance: 'p' });
    await settled();
    expect(page.phases()).toEqual(['sending']);
    page.change(true);
    page.report([anEntry(`${id}.0`, 'confirmed')]);
    expect(page.phases()).toEqual([]);
    expect(page.world.proxy.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1);
  });

  it('was not sent if the proxy does not have it', async () => {
    page.commands.send(page.lamp(), on);
    page.world.proxy.request(POST).cut();
    await settled();
    find().answer(200, { entries: [], batches: [], ended: [], instance: 'p' });
    await settled();
    expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'not-sent' } }]);
    page.world.clock.pass(2000);
    expect(page.world.clock.waiting).toBe(0);
  });

  it('is looked for until an answer comes', async () => {
    page.commands.send(page.lamp(), on);
    page.world.proxy.request(POST).cut();
    await settled();
    find().cut();
    await settled();
    expect(page.phases()).toEqual(['sending']);
    page.world.clock.pass(2000);
    find().answer(200, { entries: [], batches: [], ended: [], instance: 'p' });
    await settled();
    expect(page.phases()).toEqual(['failed']);
  });

  it('is unknown while there is no link, then the first message of the connection decides', async () => {
    page.commands.send(page.lamp(), on);
    const id = page.postedId();
    Object.assign(page.link, { isLive: false, isLinked: false });
    page.world.proxy.request(POST).cut();
    await settled();
    expect([page.phases(), page.world.proxy.waiting]).toEqual([['unconfirmed'], []]);
    expect(page.commands.of(1)).toMatchObject([{ isOver: false }]);
    Object.assign(page.link, { isLive: true, isLinked: true });
    beginConnection(page.feed);
    page.report([anEntry(`${id}.0`, 'accepted')], true);
    expect(page.phases()).toEqual(['sending']);
    beginConnection(page.feed);
    page.report([], true);
    expect(page.commands.of(1)).toMatchObject([
      { phase: 'unconfirmed', failure: { code: 'outcome-unknown' } }
    ]);
  });
});

describe('a command without a live link', () => {
  it('is not sent, now or later', async () => {
    page.link.isLive = false;
    page.commands.send(page.lamp(), on);
    const { refusal } = page.commands.sendBatch([{ device: page.lamp(2), call: on }], { what: 'lights-on' });
    expect([page.commands.of(1)[0]?.failure?.code, page.commands.of(2)[0]?.failure?.code]).toEqual([
      'offline',
      'offline'
    ]);
    expect(await refusal).toMatchObject({ code: 'offline' });
    page.emitter.emit('live');
    await settled();
    expect(page.world.proxy.asked).toEqual([]);
  });

  it('is held while the page resumes, until the link is there', () => {
    Object.assign(page.link, { isLive: false, isResuming: true });
    page.commands.send(page.lamp(), on);
    expect(page.commands.of(1)).toMatchObject([{ phase: 'sending', isVisible: true }]);
    expect(page.world.proxy.asked).toEqual([]);
    Object.assign(page.link, { isLive: true, isResuming: false });
    page.emitter.emit('live');
    expect(page.world.proxy.request(POST).body).toMatchObject({ commands: [{ device: 1, ...on }] });
    page.report([], true);
    expect(page.phases()).toEqual(['sending']);
  });

  it('fails if it was held for a second', () => {
    Object.assign(page.link, { isLive: false, isResuming: true });
    page.commands.send(page.lamp(), on);
    page.world.clock.pass(1000);
    expect(page.commands.of(1)).toMatchObject([{ phase: 'failed', failure: { code: 'offline' } }]);
    page.emitter.emit('live');
    expect(page.world.proxy.asked).toEqual([]);
  });
});
