import type { Clock } from '#shared/clock';
import type { SetpointBounds } from '#shared/commands/limits';
import { Admission, type CheckPassword } from './auth/admission';
import { IssuedTokens } from './auth/tokens';
import { CommandDesk, type PostedCommand } from './command-desk';
import { changeEvent, EventLog } from './events';
import type { Route } from './http/router';
import { authRoutes, type RenewalError } from './http/routes/auth';
import { deviceRoutes } from './http/routes/devices';
import { identityRoutes, type Identity } from './http/routes/identity';
import { placeRoutes } from './http/routes/places';
import { pollRoutes, type PollKind } from './http/routes/poll';
import { HttpServer } from './http/server';
import type { Source } from './source';

/** How a source is served. */
export interface ServeOptions {
  readonly identity: Identity;
  readonly clock: Clock;
  readonly refusalOf: CheckPassword;
  /** Signs the tokens, so that they stay valid after a restart; null for tokens that end with the process. */
  readonly tokenSecret: string | null;
  /** Gets exceptions of routes; clients see only an internal error. */
  readonly reportBug: (bug: unknown) => void;
  /** Lifetime of an access token after its last use, in ms. */
  readonly tokenLifeMs?: number;
  /** Whether a refresh token can be used once or many times [A]. */
  readonly refreshTokens?: 'once' | 'many';
  /** The answers to the first renewals of tokens: error statuses, in order. */
  readonly renewalErrors?: readonly RenewalError[];
  readonly poll?: PollKind;
  /** How long a poll waits for an event, in ms. */
  readonly pollMs?: number;
  /** Gets each well-formed command, refused ones included. */
  readonly onReceived?: (command: PostedCommand) => void;
  /** Setpoints beyond these are refused; by default the device itself decides. */
  readonly setpoints?: SetpointBounds;
  /** Routes of this source alone. */
  readonly ownRoutes?: readonly Route[];
  /** Path patterns (`/poll`, `/sections`) that answer 404, because some real controllers lack them. */
  readonly lacks?: readonly string[];
}

/** Lifetime of an access token after its last use, in ms. */
const TOKEN_LIFE_MS = 30 * 60_000;

/** How long a poll waits for an event, in ms. */
const POLL_MS = 25_000;

/** Serves API v2 over a source. The server has to be started. */
export function serveSource(source: Source, options: ServeOptions) {
  const { clock, poll = 'free', pollMs = POLL_MS, refreshTokens, lacks = [], ownRoutes = [] } = options;
  const events = new EventLog(clock);
  const tokens = new IssuedTokens(
    clock,
    options.tokenLifeMs ?? TOKEN_LIFE_MS,
    options.tokenSecret,
    refreshTokens
  );
  const admission = new Admission(tokens, options.refusalOf);
  const desk = new CommandDesk(source, events, options);
  const routes = [
    ...authRoutes(admission, tokens, options.renewalErrors),
    ...identityRoutes(options.identity, source),
    ...placeRoutes(source),
    ...deviceRoutes(source, desk),
    ...pollRoutes(events, pollMs, poll),
    ...ownRoutes
  ].filter(({ path }) => !lacks.includes(path));
  const server = new HttpServer(admission, routes, options.reportBug, clock);

  source.onChange((changed) => {
    const event = changeEvent(changed);
    if (event) events.append(event);
  });
  source.onLists(() => events.append({ type: 'DeviceListChanged' }));
  source.onGone(() => server.disconnectAll());

  return {
    server,
    events,
    tokens,
    /** Connects inside the process; null while the server is stopped or the source has lost its home. */
    connect: () => (source.home() === null ? null : server.connect())
  };
}
