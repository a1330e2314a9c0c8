import { buildHouse, Machine, NETWORK, until, type BoxClaims } from './house';
import { signIn, type Panel } from './panel';

/** The network cards of the controller and of another machine. */
const CARD = '02:00:5e:00:53:10';
const OTHER_CARD = '02:00:5e:00:53:99';

/** The first and the second address of the controller. */
const OLD = `${NETWORK}.10`;
const NEW = `${NETWORK}.77`;
const THIRD = `${NETWORK}.78`;
const FOURTH = `${NETWORK}.79`;

const HOME = { name: 'Home', mac: CARD };
const SHOP = { name: 'Shop', mac: OTHER_CARD };

/** The time in which a moved controller is online again, in ms. */
const FOLLOWED_MS = 12_000;

/** Rounds of the search after which a controller counts as not followed. */
const ROUNDS = 2;

/** A connected controller. */
async function boxAt(address: string, card: string, claims: BoxClaims): Promise<Machine> {
  const box = await Machine.box(claims);
  box.plugIn(card);
  box.give(address);
  return box;
}

/** The controller, and a screen that is signed in to it. */
async function signedIn() {
  const controller = await boxAt(OLD, CARD, HOME);
  return { controller, panel: await signIn(OLD) };
}

/** Whether a command of the screen reached a controller. */
async function hasCommand(panel: Panel, box: Machine): Promise<boolean> {
  const before = (await box.counts()).commands;
  return (await panel.command()) === 200 && (await box.counts()).commands === before + 1;
}

/**
 * The time in which a controller is followed to a new address, in ms: the best of three, because a busy
 * machine can delay a single move.
 */
async function quickest(panel: Panel, controller: Machine): Promise<number> {
  let best = Infinity;
  let from = OLD;
  for (const to of [NEW, THIRD, FOURTH]) {
    controller.take(from);
    controller.give(to);
    best = Math.min(best, await panel.followedTo(to));
    if (best < FOLLOWED_MS) break;
    from = to;
  }
  return best;
}

/** All scenarios of controllers that appear, move and disappear. Each runs in a new network. */
const SCENARIOS: Readonly<Record<string, () => Promise<unknown>>> = {
  async moved() {
    const { controller, panel } = await signedIn();
    return { ms: await quickest(panel, controller), isCommanded: await hasCommand(panel, controller) };
  },

  async claimed() {
    const { controller, panel } = await signedIn();
    const liar = await boxAt(NEW, OTHER_CARD, HOME);
    controller.unplug();
    await until(async () => (await liar.counts()).connections >= ROUNDS);
    const { bytes } = await liar.counts();
    const state = panel.state();
    const { address } = await panel.me();
    controller.ip('link set eth0 up');
    await panel.isIn('online');
    return { bytes, state, address, isCommanded: await hasCommand(panel, controller) };
  },

  replacedLoudly: () => replaced(SHOP, { isAnnounced: true }),
  replacedByRival: () => replaced(HOME, { isAnnounced: false }),
  replacedSilently: () => replaced({ ...SHOP, isSilent: true }, { isAnnounced: false }),

  async shared() {
    const { controller, panel } = await signedIn();
    controller.take(OLD);
    controller.give(NEW);
    controller.give(THIRD);
    // This machine has talked to the third address too, so its table has the card twice.
    await fetch(`http://${THIRD}/api/v2/info`);
    const { connections, bytes } = await controller.counts();
    await until(async () => (await controller.counts()).connections >= connections + 2 * ROUNDS);
    const after = await controller.counts();
    const { address } = await panel.me();
    return { bytes: after.bytes - bytes, state: panel.state(), address };
  }
};

/** Another card has the controller's address until the controller is back. */
async function replaced(claims: BoxClaims, { isAnnounced }: { isAnnounced: boolean }) {
  const { controller, panel } = await signedIn();
  const other = await Machine.box(claims);
  other.plugIn(OTHER_CARD);
  other.unplug({ isAnnounced });
  const startedAt = performance.now();
  controller.unplug({ isAnnounced: true });
  other.give(OLD);
  await panel.isIn('changed');
  const ms = performance.now() - startedAt;
  const status = await panel.command();
  const { connections, bytes } = await other.counts();
  other.unplug();
  controller.ip('link set eth0 up');
  await panel.isIn('online');
  const isCommanded = await hasCommand(panel, controller);
  return { ms, status, hasConnected: connections > 0, bytes, isCommanded };
}

const scenario = SCENARIOS[process.argv[2] ?? ''];
if (!scenario) throw new Error('There is no such scenario.');
buildHouse();
process.stdout.write(JSON.stringify(await scenario()), () => process.exit(0));
