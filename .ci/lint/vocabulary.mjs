import { basename, relative, sep } from 'node:path';

/** Replaced names of the proxy, and their replacements. */
const IN_PROXY = {
  Arrival: 'ConnectionInfo',
  Departure: 'abortOnDisconnect',
  Doors: 'Listeners',
  Front: 'ReverseProxy',
  Gauge: 'Metric',
  Greeting: 'StartupBanner',
  HomePlaces: 'HomeSlots',
  HouseholdParts: 'StoresDeps',
  IssuedIdentity: 'LocalCaCertificate',
  JudgeParts: 'AuthorizeDeps',
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

/** Replaced names of the app. They are refused there only, because the proxy may use them in another sense. */
const IN_APP = {
  Alarm: 'Timer',
  ArrivingColumns: 'ProgressiveColumns',
  Chapter: 'SectionView or SectionSlots',
  ChapterView: 'SectionView',
  DeviceLook: 'DeviceAppearanceForm',
  EMPTY_FRAME: 'EMPTY_INDEX',
  EndScreen: 'EndScreenDialog',
  Finder: 'ControllerSearch',
  Frame: 'HomeIndex, or AppPage for the component',
  FurtherWords: 'LazyMessages',
  InstallOffer: 'InstallNotice',
  Installing: 'Installation',
  Keeping: 'LocalCache',
  KeptHome: 'CachedHome',
  KeptLayout: 'CachedLayout',
  Left: 'RestoredState',
  LivingTile: 'DeviceTile',
  LookFields: 'AppearanceFields',
  LyingSheet: 'OpenSheet',
  Offer: 'SheetControl or PairingCode',
  Offered: 'IfAvailable',
  Offers: 'AppNotices',
  Past: 'HistorySeries',
  PastCurve: 'HistoryChart',
  PastOf: 'HistorySection',
  PastValue: 'HistoryValue',
  PlaceTile: 'RoomTileContainer',
  PlaceView: 'RoomView',
  ProgressWords: 'ProgressLabel',
  Reach: 'BulkActionScope',
  ReadingWords: 'ReadingLabel',
  Restyling: 'AppearanceEdit',
  RoomLook: 'RoomAppearanceSheet',
  Round: 'BulkAction',
  RoundDesk: 'BulkActionHost',
  RoundEntry: 'BulkActionEntry',
  RoundPlace: 'BulkActionSlot',
  RoundPlan: 'BulkActionPlan',
  RoundReport: 'BulkActionReport',
  RoundStep: 'BulkActionStep',
  ScreensPlace: 'ScreensService',
  ScrollPlace: 'ScrollSnapshot',
  Standing: 'Availability',
  Threshold: 'AppSkeleton',
  Troubles: 'CommandErrors',
  Unfold: 'Disclosure',
  UpdateOffer: 'UpdateNotice',
  Vocabulary: 'I18n',
  Watchers: 'Emitter',
  asksFirst: 'needsConfirmation',
  assemble: 'toHome',
  chaptersOf: 'sectionSlotsOf',
  findPlace: 'findRoomSlot',
  finder: 'search',
  giveWayTo: 'replaceUrl',
  homeless: 'unassigned',
  installingOf: 'installationOf',
  isAmiss: 'isUnsuccessful',
  isOlderDoing: 'isOlderEffect',
  isStranger: 'isSignedOut',
  lyingSheet: 'currentSheet',
  modeWords: 'modeLabel',
  offersOf: 'sheetControlsOf',
  openLook: 'openAppearance',
  pastsOf: 'historySeriesOf',
  patienceMs: 'timeoutMs',
  placeOfDevice: 'roomSlotOfDevice',
  propose: 'requestBulkAction',
  putAway: 'dismissBulkAction',
  reframe: 'updateIndex',
  restyleDevice: 'editDeviceAppearance',
  restyleRoom: 'editRoomAppearance',
  roomLook: 'roomAppearance',
  roundPlaceOf: 'bulkActionSlotOf',
  say: 't',
  seeActivity: 'markActivitySeen',
  sentenceOf: 'errorMessage',
  standingOf: 'availabilityOf',
  unhurried: 'whenIdle',
  vocabulary: 'i18n',
  wasDone: 'hasRun',
  watchWakes: 'onResume'
};

/** Replaced names of fixtures and of the programs in `tools/`. They are refused everywhere. */
const IN_TESTS = {
  HomeOnHand: 'HomeFixture',
  Ledger: 'CommandLog',
  LogBook: 'LogCapture',
  Mishap: 'Fault',
  Onlooker: 'Observer',
  OwnEventTeller: 'OwnEventPublisher',
  ProxyOnHand: 'ProxyFixture',
  SignInSaid: 'Credentials',
  Thumb: 'DimmerUser',
  ToldLinks: 'FakeLinks',
  Wish: 'SoakOptions, FaultOptions or CommandLine',
  aWorld: 'createTestEnvironment',
  allKept: 'allStoredData',
  besideMisbehaving: 'withMisbehavingController',
  besideVirtual: 'withVirtualController',
  handOn: 'driveCommands',
  handOnPage: 'touchDriverOf',
  hastyClock: 'fastClock',
  lifeOnHand: 'startLifeFixture',
  placeOn: 'pointOn',
  readOrExplain: 'parseOrPrintHelp',
  untilKept: 'waitForAppCache',
  untilTold: 'untilEmitted'
};

/** Forms of constants that were replaced, and what to write instead. */
const CONSTANT_FORMS = [
  { form: /^(?:MOST|LONGEST|SLOWEST)_/, name: 'MAX_…' },
  { form: /^(?:LEAST|SHORTEST|ENOUGH)_/, name: 'MIN_…' },
  { form: /(?:^|_)PATIENCE_MS$/, name: '…_TIMEOUT_MS' },
  { form: /(?:^|_)(?:LOOK|ROUND)_MS$/, name: '…_INTERVAL_MS' },
  { form: /(?:^|_)(?:GATHER|REST)_MS$/, name: '…_DEBOUNCE_MS or MIN_…_GAP_MS' }
];

/** Names that only one module may declare. */
const DECLARED_ONCE = new Map([
  ['Clock', 'src/shared/clock.ts'],
  ['Emitter', 'src/shared/emitter.ts'],
  ['FakeClock', 'tests/support/fake-clock.ts']
]);

/** Files of the app, as paths from the root. */
const APP = /^(?:src|tests\/(?:browser|components|features|lib|routes|shared))\//;

/** @param {string} name */
const kebabCase = (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

/** @param {Record<string, string>} replaced */
const namesOf = (replaced) => ({
  identifiers: new Map(Object.entries(replaced)),
  files: new Map(Object.entries(replaced).map(([old, name]) => [kebabCase(old), kebabCase(name)]))
});

const PROXY_NAMES = namesOf({ ...IN_PROXY, ...IN_TESTS });
const APP_NAMES = namesOf({ ...IN_PROXY, ...IN_TESTS, ...IN_APP });

/**
 * Refuses declarations and file names that use a replaced name, replaced forms of constants, and second declarations of
 * a shared name. Such words are allowed in text, and as property names, which can come from outside.
 * @type {import('eslint').Rule.RuleModule}
 */
export const vocabulary = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      replaced: '"{{old}}" was replaced by a standard term: {{name}}.',
      second: '{{name}} is declared in {{home}}: import it from there.'
    }
  },
  create({ report, filename, cwd }) {
    const path = relative(cwd, filename).split(sep).join('/');
    const { identifiers, files } = APP.test(path) ? APP_NAMES : PROXY_NAMES;

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
        check(node, files, kebabCase(basename(filename).split('.', 1)[0] ?? ''));
      },
      /** @param {import('estree').Identifier} node */
      [`:matches(${[...declarations, ...types].join()}) > Identifier.id`](node) {
        check(node, identifiers, node.name);
        const replaced = CONSTANT_FORMS.find(({ form }) => form.test(node.name));
        if (replaced) report({ node, messageId: 'replaced', data: { old: node.name, name: replaced.name } });
        const home = DECLARED_ONCE.get(node.name);
        if (home !== undefined && home !== path)
          report({ node, messageId: 'second', data: { name: node.name, home } });
      },
      /** @param {import('estree').PrivateIdentifier} node */
      ':matches(PropertyDefinition, MethodDefinition) > PrivateIdentifier.key'(node) {
        check(node, identifiers, node.name);
      }
    };
  }
};
