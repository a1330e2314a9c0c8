import { COMMAND_STATES, type CommandEntry } from '#shared/commands/command-entry';
import type { Device } from '#shared/home';
import { BulkAction } from '../../../src/features/bulk-actions/bulk-action.svelte';
import { BulkActions } from '../../../src/features/view-models/bulk-actions.svelte';
import { i18n } from '../../../src/lib/i18n/i18n.svelte';
import { aHome } from '../../lib/state/test-home';
import { aLiveScreen, snapshot } from '../../lib/state/test-screen';

export const ROOM = 'room:1';
export const PLACES = {
  sections: [{ id: 5, name: 'Upstairs' }],
  rooms: [{ id: 1, name: 'Hall', section_id: 5 }]
};
/** The states of commands by their names: "confirmed queued". */
export const statesOf = (names: string) =>
  names.split(' ').flatMap((name) => COMMAND_STATES.find((state) => state === name) ?? []);

export const TABLET = { id: 's9', name: 'Kitchen tablet' };

/** A live screen with these devices. The test is its proxy. */
export async function aBench(devices: readonly Device[]) {
  const screen = await aLiveScreen();
  const { opened, sockets } = screen;
  await i18n.loadAll();
  sockets.last.say({ ...snapshot, home: aHome({ ...PLACES, devices: [...devices] }) });
  const body = () => {
    const sent = sockets.last.frames.at(-1);
    if (!sent) throw new Error('no batch');
    const { at: _at, type: _type, ...rest } = sent;
    return rest;
  };
  const slot = opened.service(BulkActions);
  return {
    ...screen,
    slot,
    body,
    /** The id of the batch that the page has just posted. */
    posted: () => String(body()['id']),
    /** The shown report. */
    report: () => (slot.current === null ? null : new BulkAction(opened, slot.current)),
    states: () => new BulkAction(opened, slot.current ?? '').entries.map(({ outcome }) => outcome.state),
    /** The proxy says new states of a batch, in the order of its commands. */
    say(id: string, states: readonly CommandEntry['state'][], batch: object = {}, entry: object = {}) {
      sockets.last.say({
        type: 'commands',
        entries: states.map((state, index) => ({
          id: `${id}.${index}`,
          batch: id,
          device: index + 1,
          method: 'setStatus',
          params: { status: false },
          state,
          by: null,
          at: 1,
          ...entry
        })),
        batches: [{ id, what: 'lights-off', scope: ROOM, by: null, at: 1, expiresAt: 60_001, ...batch }]
      });
    }
  };
}
