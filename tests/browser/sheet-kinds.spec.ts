import type { Locator } from '@playwright/test';
import * as make from '../../proxy/sources/virtual/house/make';
import type { DevicePlan } from '../../proxy/sources/virtual/house/plan';
import { houseOf, roomOf } from '../../tools/support/house';
import { partOf } from '../faults/storm';
import { unfoldColours } from './device-operations';
import { signInByAddress, test } from './harness/controller';
import { expect } from './harness/test';
import { findDefects } from './harness/view-checks';

/** A device, the texts of its sheet, and all controls of the sheet, each as its role and name. */
type Sample = readonly [plan: DevicePlan, words: readonly string[], ...controls: readonly string[]];

let lastId = 0;
const nextId = () => (lastId += 1);

/** A lamp with these components, each 100 of 255. */
const lampOf = (name: string, ...components: string[]) =>
  make.colorLamp(
    nextId(),
    name,
    'DevDimmerColor',
    50,
    Object.fromEntries(components.map((component) => [component, 100]))
  );

const lampControls = (name: string, ...sliders: string[]) => [
  `switch ${name}`,
  ...[name, ...sliders].map((slider) => `slider ${slider}`)
];

const special = (name: string, type: string, interfaces: string[], params = {}) =>
  make.special(nextId(), name, type, interfaces, params);

/** All documented types, the observed ones, and an unknown one. */
const SAMPLES: readonly Sample[] = [
  [
    special('Gateway one', 'DevGateway', ['Gateway', 'Version'], { firmwareVersion: [2, 8, 1] }),
    ['Gateway', 'View only', '2.8.1']
  ],
  [
    make.lamp(nextId(), 'Switch one', { params: { pulseable: true } }),
    ['Off', 'History'],
    'switch Switch one',
    'button Press'
  ],
  [make.dimmer(nextId(), 'Dimmer one', 99), ['100 %', 'History'], ...lampControls('Dimmer one')],
  [
    make.shutter(nextId(), 'Shutter one', 45),
    ['45 % open', 'History'],
    'button Open',
    'button Stop',
    'button Close',
    'slider Shutter one'
  ],
  [
    special('Multilevel one', 'DevSwitchMultilevel', ['SwitchMultilevel', 'SwitchBinary'], { Level: 33 }),
    ['33 %'],
    ...lampControls('Multilevel one')
  ],
  [
    make.motion(nextId(), 'Motion one', { params: { ackable: true, Armed: true, lasttrip: 1 } }),
    ['No motion · Armed', 'Last triggered'],
    'switch Armed'
  ],
  [
    make.motion(nextId(), 'Motion two', {
      params: { ackable: true, Armed: false, Tripped: true, lasttrip: 1 }
    }),
    ['Motion'],
    'switch Armed',
    'button Dismiss alarm'
  ],
  [make.temperature(nextId(), 'Heat one', 21.44), ['21.4 °C']],
  [make.humidity(nextId(), 'Humidity one', 46.6), ['47 %']],
  [make.light(nextId(), 'Light one', 0, { params: { Value: 310.2 } }), ['310 lx']],
  [make.power(nextId(), 'Power one', [], { params: { Value: 1834 } }), ['1.83 kW']],
  [
    make.airConditioner(nextId(), 'Thermostat one', { Heat: 21.5, Cool: 25 }),
    ['Idle', 'Heat to', '21.5°–25°'],
    'spinbutton Heat to',
    'spinbutton Cool to',
    'radiogroup Thermostat one mode',
    'radiogroup Thermostat one fan mode'
  ],
  [
    make.colorLamp(nextId(), 'Colour one', 'DecDimmerColor', 40, { Red: 255, Green: 0, Blue: 0 }),
    ['40 %'],
    ...lampControls('Colour one', 'Hue', 'Saturation')
  ],
  [special('Unknown one', 'DevUnknown', ['ZWaveDevice'], { nodeId: 9 }), ['Not supported yet', 'View only']],
  [
    make.doorLock(nextId(), 'Lock one'),
    ['Reports on', 'View only'],
    'radiogroup When it reports on, the door is:'
  ],
  [make.energyMeter(nextId(), 'Meter one', 18_204.6), ['18,204.6 kWh']],
  [
    special('Future one', 'DevFuture', ['SwitchBinary', 'SensorMultilevel', 'TimeTravel'], {
      Status: true,
      Value: 3,
      valueUnit: 'A'
    }),
    ['On', '3.00 A'],
    'switch Future one'
  ],
  [
    lampOf('RGBW', 'Red', 'Green', 'Blue', 'WarmWhite'),
    ['50 %'],
    ...lampControls('RGBW', 'Hue', 'Saturation', 'Warm white')
  ],
  [
    lampOf('Whites', 'WarmWhite', 'ColdWhite'),
    ['Colour temperature'],
    ...lampControls('Whites', 'Colour temperature', 'Warm white', 'Cool white')
  ],
  [lampOf('Index', 'Indexed'), ['Colour number'], ...lampControls('Index', 'Colour number')],
  [lampOf('Rare', 'Amber', 'Cyan', 'Purple'), ['Amber'], ...lampControls('Rare', 'Amber', 'Cyan', 'Purple')]
];

const devices = SAMPLES.map(([plan]) => plan);

test.use({ house: houseOf(roomOf(11, 'Samples', devices)), isShared: true });

test.beforeEach(({ page }) => signInByAddress(page));

const CONTROL_ROLES = ['switch', 'slider', 'spinbutton', 'radiogroup', 'button'] as const;
/** Buttons of every sheet, the timer, swatches of lamps, and the buttons beside a spinbutton. */
const OTHER_BUTTONS =
  /^(Done|Favourite|Earlier|(On|Off|Open|Close) later|Off in 30 min|Edit|Copy details|Show all \d+|(Decrease|Increase) .*|Red|Orange|Yellow|Green|Blue|Violet|(Warm|Soft|Neutral|Cool) white|Candlelight|Daylight)$/;

/** The controls of a sheet by role and name, without those of every sheet. */
async function controlsIn(sheet: Locator): Promise<string[]> {
  const found = await Promise.all(
    CONTROL_ROLES.map(async (role) => {
      const names = await sheet
        .getByRole(role)
        .evaluateAll((elements) =>
          elements.map((element) => element.getAttribute('aria-label') ?? element.textContent.trim())
        );
      return names.map((name) => `${role} ${name}`);
    })
  );
  return found
    .flat()
    .filter((control) => !OTHER_BUTTONS.test(/^button (.*)/.exec(control)?.[1] ?? ''))
    .filter((control) => !/^(slider (.* · )?Value at a time|radiogroup History)$/.test(control));
}

test('each type, documented, observed or unknown, opens a sheet with its texts and exactly its controls', async ({
  page
}) => {
  test.setTimeout(300_000);
  await page.goto('/rooms/11');
  const judged = new Set<string>();
  for (const [plan, words, ...controls] of partOf(SAMPLES, 3)) {
    await page.getByRole('button', { name: `Details of ${plan.name}`, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: plan.name });
    await sheet.getByText('Technical details', { exact: true }).click();
    await unfoldColours(sheet);
    for (const word of words) await expect(sheet, plan.name).toContainText(word);
    await expect(sheet.getByText(plan.type, { exact: true }), 'its type among the details').toBeVisible();
    await expect.poll(async () => (await controlsIn(sheet)).sort(), plan.name).toEqual(controls.toSorted());

    const isTimed = controls.some((control) => /^(switch (?!Armed$).*|button Close)$/.test(control));
    await expect(sheet.getByRole('button', { name: /^(On|Off|Open|Close) later$/ }), plan.name).toHaveCount(
      isTimed ? 1 : 0
    );

    const alike = controls.map((control) => control.split(' ')[0]).join();
    if (!judged.has(alike)) {
      judged.add(alike);
      await page.emulateMedia({ colorScheme: judged.size % 2 === 0 ? 'light' : 'dark' });
      expect(await findDefects(page, { within: 'dialog' }), plan.name).toEqual([]);
    }
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
  }
});
