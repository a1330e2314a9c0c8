import { beforeEach, describe, expect, it } from 'vitest';
import { UNTOLD } from '../../../proxy/controllers/identity';
import { KnownControllers, type StoredControllers } from '../../../proxy/controllers/known';
import { memoryFile, type StoredFile } from '../../../proxy/store/sealed-file';
import { FakeClock } from '../../support/fake-clock';

const MAC = '02:4d:61:6e:74:01';
const ID = '024d616e7401';
const demo = { id: '024d616e74ff', name: 'Demo home', address: '127.0.0.1', port: 18380 };

let file: StoredFile<StoredControllers>;
let clock: FakeClock;
let known: KnownControllers;

async function open() {
  const opened = new KnownControllers({ file, clock, port: 80, demo });
  await opened.load();
  return opened;
}
const signInTo = (id: string, address: string) =>
  known.signedIn({ id, name: 'Home', address, port: 80 }, UNTOLD);
const ids = () => known.list().map(({ id }) => id);

beforeEach(async () => {
  file = memoryFile<StoredControllers>([]);
  clock = new FakeClock();
  known = await open();
});

describe('known controllers', () => {
  it('offer the demo home until a real controller is signed in to', () => {
    expect(ids()).toEqual([demo.id]);
    known.found({ name: 'Home', ip: '192.168.1.5', mac: MAC });
    expect(ids()).toEqual([demo.id, ID]);
    signInTo(ID, '192.168.1.5');
    expect(ids()).toEqual([ID]);
    expect(known.get(demo.id)).toMatchObject({ source: 'demo', port: 18380 });
  });

  it('remember those that were signed in to, and forget those that were only found', async () => {
    known.found({ name: 'Other', ip: '192.168.1.6', mac: '02:4d:61:6e:74:02' });
    signInTo(ID, '192.168.1.5');
    known.signedIn({ ...demo }, UNTOLD);
    known = await open();
    expect(known.list()).toEqual([
      { id: ID, name: 'Home', address: '192.168.1.5', port: 80, source: 'known', lastSeen: clock.now() }
    ]);
  });

  it('follow a known MAC to its new address, and remember that', async () => {
    signInTo(ID, '192.168.1.5');
    known.found({ name: 'Home', ip: '192.168.1.77', mac: MAC.toUpperCase() });
    expect(known.get(ID)).toMatchObject({ address: '192.168.1.77', source: 'known' });
    expect((await open()).get(ID)).toMatchObject({ address: '192.168.1.77' });
  });

  it('tell that a controller at a new address has to prove itself, and go back where it does not', () => {
    signInTo(ID, '192.168.1.5');
    expect(known.unproven(ID)).toBeNull();
    known.found({ name: 'Home', ip: '192.168.1.77', mac: MAC });
    expect(known.unproven(ID)).toEqual({ mac: ID, id: null });
    known.proved(ID, '192.168.1.77', 'nobody');
    expect(known.get(ID)?.address).toBe('192.168.1.5');
    known.found({ name: 'Home', ip: '192.168.1.78', mac: MAC });
    known.proved(ID, '192.168.1.78', 'itself');
    expect(known.get(ID)?.address).toBe('192.168.1.78');
    expect(known.unproven(ID)).toBeNull();
  });

  it('give a controller that was known by its address its MAC, and tell that', () => {
    const renamed: string[][] = [];
    known.onRenamed((from, to) => renamed.push([from, to]));
    signInTo('addr-192.168.1.5', '192.168.1.5');
    known.found({ name: 'Home', ip: '192.168.1.5', mac: MAC });
    expect(ids()).toEqual([ID]);
    expect(renamed).toEqual([['addr-192.168.1.5', ID]]);
    expect(known.unproven(ID)).toBeNull();
  });

  it('do so too when a user signs in and it tells its MAC', () => {
    const renamed: string[][] = [];
    known.onRenamed((from, to) => renamed.push([from, to]));
    signInTo('addr-192.168.1.5', '192.168.1.5');
    signInTo(ID, '192.168.1.5');
    expect(ids()).toEqual([ID]);
    expect(renamed).toEqual([['addr-192.168.1.5', ID]]);
  });

  it('doubt a controller at whose address another one answers', () => {
    signInTo(ID, '192.168.1.5');
    known.found({ name: 'Other', ip: '192.168.1.5', mac: '02:4d:61:6e:74:02' });
    expect(known.unproven(ID)).toEqual({ mac: ID, id: null });
    expect(known.get(ID)?.address).toBe('192.168.1.5');
    known.found({ name: 'Home', ip: '192.168.1.8', mac: MAC });
    known.proved(ID, '192.168.1.8', 'itself');
    expect(known.unproven(ID)).toBeNull();
  });

  it('take a reply without a MAC for the controller at its address', () => {
    expect(known.found({ name: 'Odd', ip: '192.168.1.9', mac: 'none' }).id).toBe('addr-192.168.1.9');
    known.found({ name: 'Home', ip: '192.168.1.5', mac: MAC });
    expect(known.found({ name: '', ip: '192.168.1.5', mac: '00:00:00:00:00:00' })).toMatchObject({
      id: ID,
      name: 'Home'
    });
  });

  it('do not let anyone on the network speak for the demo home', () => {
    known.found({ name: 'Evil', ip: '192.168.1.66', mac: '02:4d:61:6e:74:ff' });
    expect(known.get(demo.id)).toMatchObject({ name: 'Demo home', address: '127.0.0.1' });
  });

  it('keep no more than 64 that were only found', () => {
    signInTo(ID, '192.168.1.5');
    for (let host = 0; host < 250; host++) {
      const mac = `02:00:00:00:00:${host.toString(16).padStart(2, '0')}`;
      known.found({ name: 'Flood', ip: `10.0.0.${host}`, mac });
    }
    expect(known.list()).toHaveLength(65);
    expect(known.get(ID)).toBeDefined();
    expect(known.get('0200000000f9')).toBeDefined();
  });
});
