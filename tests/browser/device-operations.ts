import type { Locator } from '@playwright/test';
import { toRgb, toWhite } from '../../src/lib/components/colour';
import type { LoggedCommand } from './harness/command-log';
import type { InputMethod } from './harness/input-methods';

type Sent = Omit<LoggedCommand, 'device'>;

/** An operation of a device on its tile or sheet, and the command that it sends. */
export interface DeviceOperation {
  /** Description of the operation. */
  readonly what: string;
  readonly device: number;
  /** The device's name, which labels its tile and its sheet. */
  readonly name: string;
  /** Whether it sends commands during the gesture, twice a second. */
  readonly isPaced?: boolean;
  /** @param part the device's tile, or its sheet */
  act(way: InputMethod, part: Locator): Promise<void>;
  /** The command that the controller receives. It can depend on what the page shows afterwards. */
  command(part: Locator): Promise<Sent>;
}

/** An operation with a fixed command. */
const plain = (
  [device, name]: readonly [number, string],
  what: string,
  method: string,
  params: LoggedCommand['params'],
  act: DeviceOperation['act']
): DeviceOperation => ({ what, device, name, act, command: async () => ({ method, params }) });

/** A movement of a slider. The command depends on the slider's final value. */
const slid = (
  [device, name]: readonly [number, string],
  slider: string,
  direction: 1 | -1,
  command: (value: number, part: Locator) => Promise<Sent> | Sent
): DeviceOperation => {
  const of = (part: Locator) => part.getByRole('slider', { name: slider, exact: true });
  return {
    what: `the slider ${slider} goes ${direction > 0 ? 'up' : 'down'}`,
    device,
    name,
    act: (way, part) => way.slide(of(part), direction),
    command: async (part) => command(await valueOf(of(part)), part)
  };
};

/** Unfolds the pad and the sliders of a colour. */
export async function unfoldColours(part: Locator): Promise<void> {
  const more = part.locator('details:not([open]) > summary', { hasText: 'More' });
  if ((await more.count()) > 0) await more.click();
}

/** A slider of a colour, which sends commands while it moves. */
function coloured(...[device, slider, direction, command]: Parameters<typeof slid>): DeviceOperation {
  const operation = slid(device, slider, direction, command);
  return {
    ...operation,
    isPaced: true,
    async act(way, part) {
      await unfoldColours(part);
      await operation.act(way, part);
    }
  };
}

/** A choice of a colour: on the pad, or by keyboard on its twin, the slider of the hue or the saturation. */
const picked = (twin: string, direction: 1 | -1): DeviceOperation => {
  const byTwin = coloured(rainbow, twin, direction, setRgb);
  return {
    ...byTwin,
    async act(way, part) {
      await unfoldColours(part);
      await (way.name === 'keyboard' ? byTwin.act(way, part) : way.slide(part.locator('.pad'), direction));
    }
  };
};

/** The value of a slider or spinbutton. */
export const valueOf = (part: Locator): Promise<number> => part.getAttribute('aria-valuenow').then(Number);

const setLevel = (percent: number) => ({ method: 'setLevel', params: { level: Math.min(percent, 99) } });

/** The lamp's red, green and blue for the hue and saturation on its sheet, with its white off. */
async function setRgb(_: number, part: Locator) {
  const [hue, saturation] = await Promise.all(
    ['Hue', 'Saturation'].map((name) => valueOf(part.getByRole('slider', { name })))
  );
  const { red, green, blue } = toRgb({ hue: hue ?? 0, saturation: saturation ?? 0, value: 100 });
  return { method: 'setColor', params: { components: { Red: red, Green: green, Blue: blue, WarmWhite: 0 } } };
}

/** The white for a coldness, at the strip's initial brightness. */
function setWhite(coldness: number) {
  const { warm, cold } = toWhite(coldness, { warm: 200, cold: 55 });
  return { method: 'setColor', params: { components: { WarmWhite: warm, ColdWhite: cold } } };
}

/** The colours of a lamp whose white is chosen. */
const NO_COLOUR = { Red: 0, Green: 0, Blue: 0 };

/** The swatch of green, which turns a lamp's white off. */
const GREEN = { Red: 0, Green: 220, Blue: 60, WarmWhite: 0 };

const setComponent =
  (name: string, others: object = {}) =>
  (value: number) => ({ method: 'setColor', params: { components: { ...others, [name]: value } } });

const switchOf = (part: Locator, name: string) => part.getByRole('switch', { name, exact: true });
const button = (name: string) => (way: InputMethod, part: Locator) =>
  way.press(part.getByRole('button', { name, exact: true }));
const radio = (group: string, name: string) => (way: InputMethod, part: Locator) =>
  way.choose(part.getByRole('radiogroup', { name: group }).getByRole('radio', { name }));

const lamp = [101, 'Lamp'] as const;
const chime = [102, 'Chime'] as const;
const dimmer = [103, 'Dimmer'] as const;
const rainbow = [104, 'Rainbow'] as const;
const strip = [105, 'Strip'] as const;
const whites = [106, 'Whites'] as const;
const shutter = [107, 'Shutter'] as const;
const climate = [108, 'Climate'] as const;
const motion = [109, 'Motion'] as const;
const presence = [110, 'Presence'] as const;

const switched = (device: readonly [number, string], status: boolean) =>
  plain(device, status ? 'on' : 'off', 'setStatus', { status }, (way, part) =>
    way.press(switchOf(part, device[1]))
  );

const shuttered = [
  plain(shutter, 'Open', 'startLevelChange', { direction: 'up' }, button('Open')),
  plain(shutter, 'Stop', 'stop', {}, button('Stop')),
  plain(shutter, 'Close', 'startLevelChange', { direction: 'down' }, button('Close')),
  slid(shutter, 'Shutter', 1, setLevel)
];

/**
 * A step is sent after a second. Other tests, on a fake clock, check that several steps are sent as one
 * command.
 */
const warmer = (spinbutton: string, setpoint: number, setpointType: string) =>
  plain(climate, `${spinbutton} a step up`, 'setSetpoint', { setpoint, setpointType }, (way, part) =>
    way.stepUp(part.getByRole('spinbutton', { name: spinbutton }))
  );

/** Operations on tiles. */
export const ON_TILES: readonly DeviceOperation[] = [
  switched(lamp, true),
  switched(lamp, false),
  slid(dimmer, 'Dimmer', 1, setLevel),
  slid(dimmer, 'Dimmer', -1, setLevel),
  switched(dimmer, false),
  slid(rainbow, 'Rainbow', -1, setLevel),
  ...shuttered,
  warmer('Climate target temperature', 21.5, 'Heat')
];

/** Operations on sheets, grouped by device. */
export const ON_SHEETS: readonly DeviceOperation[] = [
  switched(lamp, true),
  plain(chime, 'Press', 'pulse', {}, button('Press')),
  switched(dimmer, true),
  slid(dimmer, 'Dimmer', -1, setLevel),
  picked('Hue', 1),
  picked('Saturation', -1),
  plain(rainbow, 'a swatch', 'setColor', { components: GREEN }, button('Green')),
  coloured(rainbow, 'Warm white', 1, setComponent('WarmWhite', NO_COLOUR)),
  coloured(strip, 'Amber', 1, setComponent('Amber')),
  coloured(strip, 'Purple', -1, setComponent('Purple')),
  coloured(strip, 'Colour number', 1, setComponent('Indexed')),
  coloured(whites, 'Colour temperature', 1, setWhite),
  ...shuttered,
  plain(motion, 'arm', 'setArmed', { armed: true }, (way, part) => way.press(switchOf(part, 'Armed'))),
  plain(motion, 'disarm', 'setArmed', { armed: false }, (way, part) => way.press(switchOf(part, 'Armed'))),
  plain(presence, 'Dismiss alarm', 'ack', {}, button('Dismiss alarm')),
  plain(climate, 'the next mode', 'setMode', { mode: 'Cool' }, radio('Climate mode', 'Cool')),
  plain(climate, 'the next fan mode', 'setFanMode', { fanMode: 'Low' }, radio('Climate fan mode', 'Low')),
  warmer('Climate target temperature', 25.5, 'Cool')
];
