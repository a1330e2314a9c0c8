import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { fail, succeed, type Result } from '#shared/errors';
import { readServerAddress, USUAL_ADDRESS, type ServerAddress } from './server-address';
import { serveSource } from '../served/serve';
import { Ids, idsSchema, NO_IDS } from './ids';
import { ServerLink } from './link';
import { SCHEMA_VERSION } from './protocol';
import { ZWaveJsSource } from './zwave-js-source';

/** The stored format: the server, the home that was learned there, Mantel's own user of it, and the ids of its devices. */
export const storedZWaveJsSchema = v.nullable(
  v.object({
    id: v.string(),
    server: v.string(),
    homeId: v.number(),
    username: v.string(),
    salt: v.string(),
    hash: v.string(),
    tokenSecret: v.string(),
    ids: idsSchema
  })
);
export type StoredZWaveJs = v.InferOutput<typeof storedZWaveJsSchema>;
type SetUp = NonNullable<StoredZWaveJs>;

/** The file of the set-up. */
interface SetUpFile {
  read(): Promise<StoredZWaveJs>;
  write(value: StoredZWaveJs): void;
  flush(): Promise<boolean>;
}

/** What Z-Wave JS depends on. */
interface ZWaveJsDeps {
  readonly file: SetUpFile;
  /** The server of the option; null to look for one on this machine. */
  readonly server: string | null;
  readonly clock: Clock;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

const NAME = 'Z-Wave JS';

/** How long a search waits for the first message of a server, in ms. */
const SEARCH_TIMEOUT_MS = 1_000;
/** Minimum length of a password: behind it are all devices. */
const MIN_PASSWORD = 8;
const HASH_BYTES = 32;

/** What runs for a set-up. */
interface RunningServer {
  readonly source: ZWaveJsSource;
  readonly served: ReturnType<typeof serveSource>;
}

/** The Z-Wave JS server of this household: finding it, setting it up, and serving it. There is one. */
export class ZWaveJs {
  readonly #deps: ZWaveJsDeps;
  readonly #back = new Emitter<string>();
  readonly #passingId = randomBytes(6).toString('hex');
  #stored: StoredZWaveJs = null;
  #running: RunningServer | undefined;
  #isSettingUp = false;
  /** The home id of a server that was found. */
  #foundHome: number | null = null;

  constructor(deps: ZWaveJsDeps) {
    this.#deps = deps;
  }

  /** Reads the set-up, and begins to connect if there is one. */
  async load() {
    this.#stored = await this.#deps.file.read();
    // The start of Mantel does not wait for the server.
    if (this.#stored) void this.#run(this.#stored);
  }

  get controller() {
    const stored = this.#stored;
    return stored && { id: stored.id, name: NAME, dial: () => this.#dial() };
  }

  get found() {
    if (this.#stored || this.#foundHome === null) return null;
    return { id: this.#passingId, name: NAME, address: this.#address().host };
  }

  onBack(listener: (controller: string) => void) {
    return this.#back.subscribe(listener);
  }

  /** Looks for a server that speaks a version of the protocol that is known. Sends it nothing. */
  async search() {
    if (this.#stored) return;
    const { clock } = this.#deps;
    const link = await ServerLink.open(
      this.#address(),
      { clock, onEvent: () => undefined, onClose: () => undefined },
      SEARCH_TIMEOUT_MS
    );
    this.#foundHome = null;
    if (!link.ok) return;
    const { homeId, minSchemaVersion, maxSchemaVersion } = link.value.version;
    link.value.close();
    if (minSchemaVersion <= SCHEMA_VERSION && maxSchemaVersion >= SCHEMA_VERSION)
      this.#foundHome = homeId ?? null;
  }

  async setUp(username: string, password: string): Promise<Result<NonNullable<ZWaveJs['controller']>>> {
    if (password.length < MIN_PASSWORD)
      return fail('short-password', `A password has ${MIN_PASSWORD} characters or more.`);
    if (this.#stored || this.#isSettingUp) return UNREACHABLE;
    this.#isSettingUp = true;
    try {
      return await this.#setUp(username, password);
    } finally {
      this.#isSettingUp = false;
    }
  }

  async #setUp(username: string, password: string): Promise<Result<NonNullable<ZWaveJs['controller']>>> {
    await this.search();
    if (this.#foundHome === null) return UNREACHABLE;
    const salt = randomBytes(16).toString('base64');
    const stored: SetUp = {
      id: randomBytes(6).toString('hex'),
      server: this.#deps.server ?? urlOf(USUAL_ADDRESS),
      homeId: this.#foundHome,
      username,
      salt,
      hash: await hashOf(password, salt),
      tokenSecret: randomBytes(32).toString('base64'),
      ids: NO_IDS
    };
    this.#store(stored);
    await this.#run(stored);
    if (this.#running?.source.home() === null) {
      await this.abandon();
      return UNREACHABLE;
    }
    await this.#deps.file.flush();
    return this.controller ? succeed(this.controller) : UNREACHABLE;
  }

  async abandon() {
    await this.#end();
    this.#store(null);
    await this.#deps.file.flush();
  }

  async stop() {
    await this.#end();
  }

  #address(): ServerAddress {
    const text = this.#deps.server ?? this.#stored?.server ?? null;
    const read = text === null ? undefined : readServerAddress(text);
    return read?.ok ? read.value : USUAL_ADDRESS;
  }

  #store(stored: StoredZWaveJs) {
    this.#stored = stored;
    this.#deps.file.write(stored);
  }

  /** Serves it at once, and resolves after the first attempt to connect. */
  #run(stored: SetUp): Promise<void> {
    const { clock, log } = this.#deps;
    const source = new ZWaveJsSource({
      ...{ address: this.#address(), homeId: stored.homeId, clock },
      ids: new Ids(stored.ids, (ids) => {
        if (this.#stored) this.#store({ ...this.#stored, ids });
      }),
      onState: (state, reason) => {
        if (state !== 'live') log.warn({ reason }, 'Z-Wave JS not connected.');
        else {
          log.info({}, 'Z-Wave JS connected.');
          this.#back.emit(stored.id);
        }
      }
    });
    const served = serveSource(source, {
      ...{ clock, tokenSecret: stored.tokenSecret },
      identity: { name: NAME, mac: null, model: 'zwave-js' },
      isRightPassword: (username, password) => isRight(stored, username, password),
      reportBug: (bug) => log.error({ err: bug }, 'Unhandled error while Z-Wave JS was served.')
    });
    served.server.startInProcess();
    this.#running = { source, served };
    return source.start();
  }

  async #end() {
    const running = this.#running;
    this.#running = undefined;
    running?.source.stop();
    await running?.served.server.stop();
  }

  #dial() {
    if (this.#running?.source.isAnother) return 'changed';
    return this.#running?.served.connect() ?? null;
  }
}

const UNREACHABLE = fail('controller-unreachable', 'No Z-Wave JS server answers there.');

const urlOf = ({ host, port }: ServerAddress) => `ws://${host}:${port}`;

const hashOf = (password: string, salt: string): Promise<string> =>
  new Promise((resolve, reject) =>
    scrypt(password, Buffer.from(salt, 'base64'), HASH_BYTES, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64'))
    )
  );

async function isRight(stored: SetUp, username: string, password: string): Promise<boolean> {
  const hash = await hashOf(password, stored.salt);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`${username}:${hash}`), digest(`${stored.username}:${stored.hash}`));
}
