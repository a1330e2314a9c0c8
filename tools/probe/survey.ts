import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Device } from '#shared/home';
import { decodeDevice, decodeDevices, decodeRooms, decodeSections } from '#shared/home-schema';
import { isLock } from '#shared/lock';
import { decodeTokens, type Tokens } from '../../proxy/server/controllers/renewal';
import { Caller } from './caller';
import { at, isGood, recordsOf } from './read';
import { search } from './search';
import type { Call, OwnCommand, Search, Seen } from './seen';

/** Options of a survey. */
export interface SurveyOptions {
  readonly address: string;
  readonly port: number;
  readonly udpPort: number;
  /** The discovery prefixes to search with. */
  readonly words: readonly string[];
  readonly username: string;
  readonly password: string;
  /** How long to poll, in ms. */
  readonly listenMs: number;
  /** A device to toggle and back; null for none. */
  readonly device: number | null;
  /** Resolves when the owner has restarted the controller; null skips this step. */
  readonly restarted: (() => Promise<void>) | null;
  /** Reports progress to the owner. */
  readonly say: (line: string) => void;
}

const LIST_QUERY = 'show_hidden=true&compact=false&with_actions=true&fields=all';
/** A poll without `last` that is held this long counts as accepted, in ms. */
const HELD_MS = 2_000;
/** How long to wait for the event of the probe's own command, in ms. */
const EVENT_MS = 8_000;
/** When the device is read back after the command, in ms. */
const READ_BACK_MS = 1_500;
/** How long a restart may take, in ms. */
const RESTART_MS = 180_000;

/** Examines a controller with one call of each kind. Commands are sent only to the device in the options. */
export async function survey(options: SurveyOptions): Promise<Seen> {
  const caller = new Caller(options);
  try {
    return await new Survey(options, caller).run();
  } finally {
    await caller.close();
  }
}

class Survey {
  readonly #options: SurveyOptions;
  readonly #caller: Caller;
  readonly #calls = new Map<string, Call>();
  readonly #polls: Call[] = [];
  #place = 0;

  constructor(options: SurveyOptions, caller: Caller) {
    this.#options = options;
    this.#caller = caller;
  }

  async run(): Promise<Seen> {
    const { address, udpPort, words, say } = this.#options;
    say('Searching by UDP …');
    const searches: Search[] = [];
    for (const prefix of words) searches.push(await search(address, udpPort, prefix));
    const seen = { searches, calls: this.#calls, polls: this.#polls };

    say('Signing in …');
    const tokens = await this.#signIn();
    if (!tokens) return { ...seen, renewals: [], own: null, afterRestart: null };
    await this.#readAll();
    await this.#listen();
    const own = await this.#command();
    const renewals = await this.#renew(tokens);
    return { ...seen, own, renewals, afterRestart: await this.#restart() };
  }

  async #signIn(): Promise<Tokens | null> {
    const { username, password } = this.#options;
    const basic = Buffer.from(`${username}:${password}`).toString('base64');
    const client = { id: randomUUID(), name: 'Probe', type: 'other', push_type: 'Any' };
    const request = { method: 'POST', path: '/auth/login', body: JSON.stringify({ client }) } as const;
    const call = await this.#caller.send(request, `Basic ${basic}`);
    this.#calls.set('POST /auth/login', call);
    const tokens = isGood(call) ? decodeTokens(call.body) : null;
    this.#caller.authorization = tokens ? `Bearer ${tokens.access}` : undefined;
    return tokens;
  }

  async #readAll() {
    this.#options.say('Reading each call once …');
    const unknown = { method: 'GET', path: '/info' } as const;
    this.#calls.set(
      'GET /info with an unknown token',
      await this.#caller.send(unknown, `Bearer ${randomUUID()}`)
    );
    for (const path of ['/info', '/system', '/home']) await this.#read(path);
    const sections = decodeSections(await this.#read('/sections', `?${LIST_QUERY}`))?.entries[0];
    const rooms = decodeRooms(await this.#read('/rooms', `?${LIST_QUERY}`))?.entries[0];
    const devices = decodeDevices(await this.#read('/devices', `?${LIST_QUERY}`))?.entries ?? [];
    if (sections) await this.#read('/sections/:id', '', sections.id);
    if (rooms) await this.#read('/rooms/:id', '', rooms.id);
    const device = devices.find(({ params }) => params['Status'] !== undefined) ?? devices[0];
    if (!device) return;
    await this.#read('/devices/:id', '', device.id);
    await this.#read('/devices/:id/actions', '', device.id);
    const [param = 'Status'] = ['Status', 'Level', 'Value'].filter((name) => name in device.params);
    await this.#read('/devices/:id/parameter-history', `?param=${param}&limit=10`, device.id);
  }

  async #read(path: string, query = '', id?: number): Promise<unknown> {
    const call = await this.#caller.get(`${path.replace(':id', String(id))}${query}`);
    this.#calls.set(`GET ${path}`, call);
    return isGood(call) ? call.body : undefined;
  }

  async #listen() {
    const { listenMs, say } = this.#options;
    say(`Listening to the poll for ${Math.round(listenMs / 1000)} s …`);
    this.#calls.set('GET /poll without last', await this.#caller.get('/poll', HELD_MS));
    const end = performance.now() + listenMs;
    do {
      const call = await this.#poll(Math.max(HELD_MS, end - performance.now()));
      if (!isGood(call) && !call.isHeld) return;
    } while (performance.now() < end);
  }

  /** Polls from the last position. Waits a second after a poll that returned nothing new at once. */
  async #poll(timeoutMs: number): Promise<Call> {
    const call = await this.#caller.get(`/poll?last=${this.#place}`, timeoutMs);
    this.#polls.push(call);
    const last = at(call.body, 'last');
    const isNew = typeof last === 'number' && last !== this.#place;
    if (typeof last === 'number') this.#place = last;
    if (!isNew && call.ms < 1_000) await pause(1_000);
    return call;
  }

  async #command(): Promise<OwnCommand | null> {
    const { device: id, say } = this.#options;
    if (id === null) return null;
    const device = await this.#device(id);
    if (!device || isLock(device) || !device.interfaces.includes('SwitchBinary')) {
      say('This device is not toggled: it is a lock, not a switch, or does not exist.');
      return null;
    }
    const was = device.params['Status'] === true;
    say('Toggling the device and back …');
    const begin = performance.now();
    const event = this.#awaitEvent(id, begin);
    const call = await this.#act(id, !was);
    await pause(READ_BACK_MS);
    const isReadBack = (await this.#device(id))?.params['Status'] === !was;
    const eventMs = await event;
    return { call, eventMs, isReadBack, undo: await this.#act(id, was) };
  }

  async #device(id: number): Promise<Device | null> {
    const call = await this.#caller.get(`/devices/${id}`);
    return isGood(call) ? decodeDevice(call.body) : null;
  }

  #act(id: number, status: boolean): Promise<Call> {
    const body = JSON.stringify({ method: 'setStatus', params: { status } });
    return this.#caller.send({ method: 'POST', path: `/devices/${id}/actions`, body });
  }

  /** Time until an event reports the device's status, in ms; null if none comes in time. */
  async #awaitEvent(id: number, begin: number): Promise<number | null> {
    while (performance.now() < begin + EVENT_MS) {
      const call = await this.#poll(begin + EVENT_MS - performance.now());
      const isReported = recordsOf(at(call.body, 'events'), 'events').some(
        ({ device_id, params }) =>
          Number(device_id) === id && recordsOf(params, 'params').some(({ name }) => name === 'Status')
      );
      if (isReported) return Math.round(performance.now() - begin);
      if (!isGood(call) && !call.isHeld) return null;
    }
    return null;
  }

  /** Renews twice with the same refresh token, to find out whether that is allowed. */
  async #renew({ refresh }: Tokens): Promise<Call[]> {
    if (refresh === null) return [];
    this.#options.say('Renewing the token twice …');
    const path = `/auth/get-new-access-token?token=${encodeURIComponent(refresh)}`;
    const renewals: Call[] = [];
    for (let nth = 1; nth <= 2; nth++) {
      const call = await this.#caller.send({ method: 'POST', path }, null);
      renewals.push(call);
      const tokens = isGood(call) ? decodeTokens(call.body) : null;
      if (tokens) this.#caller.authorization = `Bearer ${tokens.access}`;
    }
    return renewals;
  }

  async #restart(): Promise<Call | null> {
    const { restarted } = this.#options;
    if (!restarted) return null;
    await restarted();
    const end = performance.now() + RESTART_MS;
    for (;;) {
      const call = await this.#caller.get('/info');
      if (call.status !== null || performance.now() > end) return call;
      await pause(1_000);
    }
  }
}
