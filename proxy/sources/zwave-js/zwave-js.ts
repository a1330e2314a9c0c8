import { randomBytes, scrypt } from 'node:crypto';
import type { Clock } from '#shared/clock';
import { Emitter } from '#shared/emitter';
import { MIN_SOURCE_PASSWORD } from '#shared/household';
import { isSameSecret } from '../served/auth/admission';
import type { ErrorName } from '../served/errors';
import { serveSource } from '../served/serve';
import { Ids, NO_IDS } from './ids';
import { ServerLink } from './link';
import { SCHEMA_VERSION } from './protocol';
import { readServerAddress, USUAL_ADDRESS, type ServerAddress } from './server-address';
import { storedZWaveJsSchema, ZWAVE_JS_FILE, ZWAVE_JS_NAME, type StoredZWaveJs } from './set-up';
import { ZWaveJsSource } from './zwave-js-source';

type SetUp = NonNullable<StoredZWaveJs>;

/** The file of the set-up. */
interface SetUpFile {
  read(): Promise<StoredZWaveJs>;
  write(value: StoredZWaveJs): void;
  flush(): Promise<boolean>;
}

/** Where the set-up is stored. */
interface SetUpStore {
  file(name: string, schema: typeof storedZWaveJsSchema, empty: null): SetUpFile;
}

/** What Z-Wave JS depends on. */
interface ZWaveJsDeps {
  /** The server of the option; null to look for one on this machine. */
  readonly server: string | null;
  readonly clock: Clock;
  readonly log: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
}

/** How long a search waits for the first message of a server, in ms. */
const SEARCH_TIMEOUT_MS = 1_000;
const HASH_BYTES = 32;

/** What runs for a set-up. */
interface RunningServer {
  readonly source: ZWaveJsSource;
  readonly served: ReturnType<typeof serveSource>;
}

/** Opens the Z-Wave JS server of this household, and begins to connect if it is set up. */
export async function openZWaveJs(store: SetUpStore, deps: ZWaveJsDeps): Promise<ZWaveJs> {
  const zwaveJs = new ZWaveJs(store.file(ZWAVE_JS_FILE, storedZWaveJsSchema, null), deps);
  await zwaveJs.load();
  return zwaveJs;
}

/**
 * A Z-Wave JS server as a controller. The person who signs in first chooses the user name and the password: that sign-in sets it up, and it is
 * forgotten with its connection unless the household keeps it.
 */
class ZWaveJs {
  readonly name = ZWAVE_JS_NAME;
  readonly #file: SetUpFile;
  readonly #deps: ZWaveJsDeps;
  readonly #back = new Emitter<void>();
  readonly onBack = this.#back.subscribe;
  /** The set-up. Without a hash nobody has signed in yet. */
  #setUp: StoredZWaveJs = null;
  #isKept = false;
  #running: RunningServer | undefined;

  constructor(file: SetUpFile, deps: ZWaveJsDeps) {
    this.#file = file;
    this.#deps = deps;
  }

  /** Reads the set-up, and begins to connect if there is one. */
  async load() {
    this.#setUp = await this.#file.read();
    this.#isKept = this.#setUp !== null;
    // The start of Mantel does not wait for the server.
    if (this.#setUp) void this.#serve(this.#setUp).source.start();
  }

  get id() {
    return this.#setUp?.id ?? '';
  }

  get isSetUp() {
    return this.#isKept;
  }

  get isAnother() {
    return this.#running?.source.isAnother === true;
  }

  async connect() {
    if (!this.#running) await this.search();
    const running = this.#running;
    if (!running || (this.#isKept && running.source.home() === null)) return null;
    const socket = running.served.server.connect();
    socket?.once('close', () => {
      if (!this.#isKept && running === this.#running) void this.stop();
    });
    return socket;
  }

  /** Looks for a server that speaks a version of the protocol that is known. Sends it nothing. */
  async search() {
    if (this.#isKept) return false;
    const { clock } = this.#deps;
    const link = await ServerLink.open(
      this.#address(),
      { clock, onEvent: () => undefined, onClose: () => undefined },
      SEARCH_TIMEOUT_MS
    );
    if (!link.ok) return false;
    const { homeId, minSchemaVersion, maxSchemaVersion } = link.value.version;
    link.value.close();
    const isSpoken = minSchemaVersion <= SCHEMA_VERSION && maxSchemaVersion >= SCHEMA_VERSION;
    if (!isSpoken || typeof homeId !== 'number') return false;
    // Somebody may be setting it up.
    if (this.#setUp?.homeId === homeId) return true;
    await this.stop();
    this.#serve({
      id: randomBytes(6).toString('hex'),
      homeId,
      username: '',
      hash: '',
      ids: NO_IDS,
      server: this.#deps.server ?? urlOf(USUAL_ADDRESS),
      salt: randomBytes(16).toString('base64'),
      tokenSecret: randomBytes(32).toString('base64')
    });
    return true;
  }

  keep() {
    this.#isKept = this.#setUp !== null;
    this.#file.write(this.#setUp);
    return this.#file.flush();
  }

  async setPassword(username: string, password: string) {
    const salt = randomBytes(16).toString('base64');
    const hash = await hashOf(password, salt);
    if (!this.#setUp || !this.#isKept) return false;
    this.#setUp = { ...this.#setUp, username, salt, hash };
    this.#file.write(this.#setUp);
    return this.#file.flush();
  }

  forget() {
    this.#isKept = false;
    this.#file.write(null);
    void this.stop();
  }

  async stop() {
    const running = this.#running;
    this.#running = undefined;
    if (!this.#isKept) this.#setUp = null;
    running?.source.stop();
    await running?.served.server.stop();
  }

  #address(): ServerAddress {
    const text = this.#deps.server ?? this.#setUp?.server ?? null;
    const read = text === null ? undefined : readServerAddress(text);
    return read?.ok ? read.value : USUAL_ADDRESS;
  }

  #serve(setUp: SetUp): RunningServer {
    this.#setUp = setUp;
    const { clock, log } = this.#deps;
    const source = new ZWaveJsSource({
      address: this.#address(),
      homeId: setUp.homeId,
      clock,
      ids: new Ids(setUp.ids, (ids) => {
        if (!this.#setUp) return;
        this.#setUp = { ...this.#setUp, ids };
        if (this.#isKept) this.#file.write(this.#setUp);
      }),
      onState: (state, reason) => {
        if (state !== 'live') log.warn({ home: setUp.id, reason }, 'Z-Wave JS not connected.');
        else {
          log.info({ home: setUp.id }, 'Z-Wave JS connected.');
          this.#back.emit();
        }
      }
    });
    const served = serveSource(source, {
      clock,
      tokenSecret: setUp.tokenSecret,
      identity: { name: this.name, mac: null, model: 'zwave-js' },
      refusalOf: (username, password) => this.#refusalOf(username, password),
      reportBug: (bug) =>
        log.error({ home: setUp.id, err: bug }, 'Unhandled error while Z-Wave JS was served.')
    });
    served.server.startInProcess();
    return (this.#running = { source, served });
  }

  /** Compares credentials with those of the set-up. The first ones are kept. */
  async #refusalOf(username: string, password: string): Promise<ErrorName | undefined> {
    const setUp = this.#setUp;
    if (!setUp) return 'wrongCredentials';
    if (setUp.hash === '' && password.length < MIN_SOURCE_PASSWORD) return 'shortPassword';
    const hash = await hashOf(password, setUp.salt);
    if (setUp.hash === '' && setUp === this.#setUp) {
      this.#setUp = { ...setUp, username, hash };
      await this.#running?.source.start();
      return this.#running?.source.home() ? undefined : 'noHome';
    }
    const kept = this.#setUp ?? setUp;
    const isRight = isSameSecret(`${username}:${hash}`, `${kept.username}:${kept.hash}`);
    return isRight ? undefined : 'wrongCredentials';
  }
}

const urlOf = ({ host, port }: ServerAddress) => `ws://${host}:${port}`;

const hashOf = (password: string, salt: string): Promise<string> =>
  new Promise((resolve, reject) =>
    scrypt(password, Buffer.from(salt, 'base64'), HASH_BYTES, (error, key) =>
      error ? reject(error) : resolve(key.toString('base64'))
    )
  );
