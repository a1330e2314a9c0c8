import { beforeEach, describe, expect, it } from 'vitest';
import { aLamp } from '../test-home';
import { aCommandPage, type CommandPage } from './command-page';
import { anEntry, on } from './shown-commands';

let page: CommandPage;
beforeEach(() => {
  page = aCommandPage();
});

const lose = () => Object.assign(page.link, { isLive: false, isLinked: false });
const find = () => Object.assign(page.link, { isLive: true, isLinked: true });

describe('a command that was not answered before the connection broke', () => {
  beforeEach(() => {
    page.commands.send(page.lamp(), on);
    lose();
  });

  it('is unknown while there is no link, then the first list of the next connection decides', () => {
    const id = page.lastId();
    expect({ phases: page.phases(), isOver: page.commands.of(1)[0]?.isOver }).toEqual({
      phases: ['unconfirmed'],
      isOver: false
    });
    find();
    page.reconnect([anEntry(`${id}.0`, 'accepted')]);
    expect(page.phases()).toEqual(['sending']);
    page.report([anEntry(`${id}.0`, 'confirmed')]);
    expect({ phases: page.phases(), frames: page.frames }).toEqual({
      phases: [],
      frames: [expect.anything()]
    });
  });

  it.each<[string, boolean, readonly string[]]>([
    ['gone if the device has the wanted value', true, []],
    ['unconfirmed if it has not', false, ['unconfirmed']]
  ])(
    'after a night, when the proxy has forgotten, is %s: the device is read',
    async (_name, Status, phases) => {
      find();
      page.reconnect([], { since: 86_400_000 });
      expect(page.commands.of(1)).toMatchObject([
        { phase: 'unconfirmed', failure: { code: 'outcome-unknown' } }
      ]);
      await page.world.proxy.answer('/v2/devices/1', 200, { ...aLamp(1), params: { Status } });
      expect({ phases: page.phases(), commandCount: page.commands.of(1).length }).toEqual({
        phases,
        commandCount: phases.length
      });
    }
  );
});

it('why an undo was not taken is known from the next connection, unless the proxy may have taken it', async () => {
  const asked = ['lost', 'remembered'].map((batch) =>
    page.commands.order({ undo: batch }, { what: 'lights-back' })
  );
  const [lost, remembered] = asked;
  page.reconnect([], { remembered: [remembered?.id ?? ''] });
  expect(await lost?.refusal).toMatchObject({ code: 'not-sent' });
  expect(await remembered?.refusal).toBeNull();
});

it('a command without a live link is not sent, now or later', async () => {
  page.link.isLive = false;
  page.commands.send(page.lamp(), on);
  const { refusal } = page.commands.sendBatch([{ device: page.lamp(2), call: on }], { what: 'lights-on' });
  for (const id of [1, 2]) expect(page.commands.of(id)[0]?.failure?.code).toBe('offline');
  expect(await refusal).toMatchObject({ code: 'offline' });
  page.link.isLive = true;
  page.emitter.emit('live');
  expect(page.frames).toEqual([]);
});

it('a command without a live link is held while the page resumes, until the link is there', () => {
  Object.assign(page.link, { isLive: false, isResuming: true });
  page.commands.send(page.lamp(), on);
  expect(page.commands.of(1)).toMatchObject([{ phase: 'sending', isVisible: true }]);
  expect(page.frames).toEqual([]);
  Object.assign(page.link, { isLive: true, isResuming: false });
  page.emitter.emit('live');
  expect(page.frames).toMatchObject([{ commands: [{ device: 1, ...on }], expiresMs: 10_000 }]);
  page.report([], {});
  expect(page.phases()).toEqual(['sending']);
  page.take();
  expect(page.phases()).toEqual(['sending']);
});
