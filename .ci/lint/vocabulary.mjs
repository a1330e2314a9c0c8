import { basename } from 'node:path';

/** Names of the proxy that were replaced, and what to write instead. */
const IN_PROXY = {
  Arrival: 'ConnectionInfo',
  Departure: 'abortOnDisconnect',
  Doors: 'Listeners',
  Front: 'ReverseProxy',
  Gauge: 'Metric',
  Greeting: 'StartupBanner',
  HomePlaces: 'HomeSlots',
  HouseholdParts: 'StoresParts',
  IssuedIdentity: 'LocalCaCertificate',
  JudgeParts: 'AuthorizeParts',
  Judgement: 'Authorization',
  KnownPaths: 'AllowedMethods',
  NameTeller: 'MdnsResponder',
  Naming: 'MdnsState',
  OpenIdentity: 'OpenCertificate',
  OrderResult: 'CommandResult',
  OwnIdentity: 'UserCertificate',
  Pulse: 'HealthCheck',
  ShortDoor: 'HttpsRedirect',
  SoundBodies: 'ValidatedBodyCache',
  Surroundings: 'RuntimeContext',
  ToldHome: 'HomeSource',
  TooMany: 'TooManyAttempts',
  Turns: 'FairQueue',
  Visit: 'RequestContext or PinnedPool',
  Visits: 'RequestContexts',
  Voice: 'LinkSocket',
  Whereabouts: 'ServerOrigins',
  createShortDoor: 'createHttpsRedirect',
  gaugesOf: 'metricsOf',
  goneSignal: 'abortOnDisconnect',
  greetingOf: 'startupBanner',
  heedsRights: 'enforcesRights',
  hush: 'stop',
  isRival: 'isConflict',
  lastRefusal: 'rawErrorResponse',
  lookAgain: 'poll',
  openDoors: 'openListeners',
  openHousehold: 'openStores',
  openIdentity: 'openCertificate',
  readArrival: 'readConnectionInfo',
  readHome: 'fetchHome or currentHome',
  refusalBody: 'errorBody',
  refuseAttempt: 'sendTooManyAttempts',
  refuseGate: 'sendAttemptError',
  showIdentity: 'updateCertificate',
  thisMachine: 'detectHostKind'
};

/** The same of the app. */
const IN_APP = {
  Alarm: 'Timer',
  unhurried: 'whenIdle',
  wasDone: 'hasRun'
};

/** @type {Map<string, string>} */
const REPLACED = new Map(Object.entries({ ...IN_PROXY, ...IN_APP }));

/** @param {string} name */
const kebabCase = (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

const REPLACED_FILES = new Map([...REPLACED].map(([old, name]) => [kebabCase(old), kebabCase(name)]));

/**
 * Refuses to declare a name that was replaced by a standard term, or to name a file after it. The same word is allowed in text and
 * as a property, where it comes from outside.
 * @type {import('eslint').Rule.RuleModule}
 */
export const vocabulary = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { replaced: '"{{old}}" was replaced by a standard term: {{name}}.' }
  },
  create({ report, filename }) {
    /**
     * @param {import('estree').Node} node
     * @param {Map<string, string>} names
     * @param {string} old
     */
    const check = (node, names, old) => {
      const name = names.get(old);
      if (name !== undefined) report({ node, messageId: 'replaced', data: { old, name } });
    };
    const declarations = ['ClassDeclaration', 'FunctionDeclaration', 'VariableDeclarator'];
    const types = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'TSEnumDeclaration'];

    return {
      Program(node) {
        check(node, REPLACED_FILES, kebabCase(basename(filename).split('.', 1)[0] ?? ''));
      },
      /** @param {import('estree').Identifier} node */
      [`:matches(${[...declarations, ...types].join()}) > Identifier.id`](node) {
        check(node, REPLACED, node.name);
      },
      /** @param {import('estree').PrivateIdentifier} node */
      ':matches(PropertyDefinition, MethodDefinition) > PrivateIdentifier.key'(node) {
        check(node, REPLACED, node.name);
      }
    };
  }
};
