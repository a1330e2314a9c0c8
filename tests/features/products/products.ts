import {
  at,
  barrier,
  battery,
  bolt,
  celsius,
  colours,
  fahrenheit,
  levels,
  measured,
  meter,
  relay,
  sensed,
  thermostat,
  told,
  type Kind,
  type Product
} from './nodes';

/** Device classes of Z-Wave. */
const LAMP: Kind = [17, 1];
const FAN: Kind = [17, 8];
const SWITCH: Kind = [16, 1];
const SENSOR: Kind = [7, 1];
const THERMOSTAT: Kind = [8, 6];

/** Variables of notifications that many products have. */
const cover = told(7, 'Home Security', 'Cover status', { 3: 'Tampering, product cover removed' });
const motion = told(7, 'Home Security', 'Motion sensor status', { 8: 'Motion detection' }, 8);
const heat = told(4, 'Heat Alarm', 'Heat sensor status', { 2: 'Overheat detected' });
const overCurrent = told(8, 'Power Management', 'Over-current status', { 6: 'Over-current detected' });
const overLoad = told(8, 'Power Management', 'Over-load status', { 8: 'Over-load detected' });
const hardware = told(9, 'System', 'Hardware status', { 1: 'System hardware failure' });
const software = told(9, 'System', 'Software status', { 4: 'System software failure (with failure code)' });
const smoke = told(1, 'Smoke Alarm', 'Sensor status', { 2: 'Smoke detected' });
const co = told(2, 'CO Alarm', 'Sensor status', { 2: 'Carbon monoxide detected' });
const leak = told(5, 'Water Alarm', 'Sensor status', { 2: 'Water leak detected' });
const door = told(6, 'Access Control', 'Door state', { 22: 'Window/door is open', 23: 'Closed' }, 22);

/** A product with one endpoint. */
const product = (
  label: string,
  description: string,
  kind: Kind | null,
  values: Product['values'],
  more: Partial<Product> = {}
): Product => ({ label, description, kind, values, ...more });

/**
 * Products as zwave-js's device files and public dumps of nodes have them, by kind: label, description, device class and values. Of those that
 * are known by their label alone the class is 17 with 1 if they have levels: it says "lamp".
 */
export const PRODUCTS: Readonly<Record<string, readonly Product[]>> = {
  'lamps and dimmers': [
    product('46203 / ZW3010', 'In-Wall Paddle Dimmer, QFSW, 500S', LAMP, levels()),
    product('LZW31-SN', 'Red Series Dimmer', LAMP, [...levels(), ...meter(1.5, 4)]),
    product('FGD212', 'Dimmer 2', LAMP, [...levels(), ...heat, ...overLoad, ...overCurrent]),
    product('ZMNHDD', 'Flush Dimmer', LAMP, levels()),
    product('AD142', 'Indoor Dimmer Plug', LAMP, levels()),
    product('ZWA002', 'LED Bulb 6 Multi-Color', LAMP, [...levels(), ...colours()]),
    product('ZEN31', 'RGBW Dimmer', LAMP, [...levels(), ...colours()]),
    product('DZ6HD', 'In-Wall 600W Dimmer', null, levels()),
    product('ZW111', 'Nano Dimmer', [17, 0], levels())
  ],
  fans: [
    product('HS-FC200+', 'Scene Capable Fan Control Switch', null, levels(33), { endpoints: { 0: FAN } }),
    product('ZW4SF', '4 Speed Fan Controller', FAN, levels(66)),
    product('12730 / ZW4002', 'In-Wall Fan Speed Control, 300S', LAMP, levels(99)),
    product('29990', 'Remotely Controlled Ventilation', LAMP, levels(0)),
    product('LZW36', 'Red Series Fan + Light Switch', [17, 0], [...at(1, levels()), ...at(2, levels(66))])
  ],
  'valves and pumps': [
    product('ZAC36', 'Titan Water Valve Actuator', [16, 0], [...relay(false), ...celsius(29.4), ...heat]),
    product('DMWV1', 'Dome Water Main Shut Off', SWITCH, relay()),
    product('014G0804', 'Genius Valve', LAMP, levels(8)),
    product('SPM1', 'Sump Pump Module', LAMP, levels()),
    product('014G0272', 'Danfoss Link™ Boiler Relay', LAMP, levels())
  ],
  'sirens and chimes': [
    product('NAS-AB01Z', 'Siren Alarm', [16, 5], [...relay(false), ...battery(80)]),
    product('SSA1 - SSA2 01', 'FortrezZ SSA1/SSA2 Siren & Strobe Alarm', LAMP, levels(0)),
    product('ZW164', 'Indoor Siren 6', [3, 1], [], { classes: [121] }),
    product('ZM1602-5', 'AC/DC Siren', LAMP, [...levels(0), ...colours()]),
    product('TSE03', 'Door Bell', LAMP, levels(0))
  ],
  'shutters and windows': [
    product(
      'QNSH-001P10',
      'Wave Shutter',
      [17, 6],
      at(1, [...levels(0), ...heat, ...overCurrent, ...hardware])
    ),
    product('FGR223', 'Roller Shutter 3', [17, 6], levels(99)),
    product('IB2.0', 'Window Blind Controller', [17, 7], levels()),
    product('CSZ1', 'Cellular Shade Radio Z-Wave', LAMP, levels()),
    product('ZWS12', 'Chain Actuator - Window Opener', LAMP, levels(0)),
    // What it is stands behind the 80th character.
    product(
      'LM-S4ZW (C-L)',
      'Lumi Z-Wave Switch with 2 On/off Light Switches and 2 Up/down Blinds Switches',
      LAMP,
      levels(0)
    ),
    product('ZW4101', 'Drapery Controller (Up/stop/down)', LAMP, levels(0)),
    product('FVS', 'Solar Powered Skylight', LAMP, levels(0))
  ],
  'gates and garages': [
    product('GD00Z-6 / GD00Z-7 / GD00Z-8', 'Z-Wave Garage Door Controller', [64, 7], barrier()),
    product('ZW062', 'Aeon Labs Garage Door Controller Gen5', [64, 0], barrier()),
    product('DHS-WIN-GDC-02', 'Garage Door Opener', LAMP, levels(0))
  ],
  locks: [
    product(
      'BE469',
      'Touchscreen Deadbolt',
      [64, 3],
      [
        ...bolt(0),
        ...told(6, 'Access Control', 'Lock state', { 11: 'Lock jammed' }),
        ...told(6, 'Access Control', 'Keypad state', { 16: 'Keypad temporary disabled' }),
        ...told(7, 'Home Security', 'Sensor status', { 2: 'Intrusion' }),
        ...told(8, 'Power Management', 'Battery maintenance status', {
          10: 'Replace battery soon',
          11: 'Replace battery now'
        }),
        ...hardware,
        ...battery(100)
      ]
    ),
    product('U-BOLT-PRO-ZWAVE', 'U-Bolt Pro Z-Wave Smart Lock', [64, 1], [...bolt(255), ...battery(100)]),
    product('IDL-101', 'Z-Wave Lock', null, [...bolt(255), ...motion, ...battery(100)])
  ],
  thermostats: [
    product('Spirit', 'Thermostatic Valve', THERMOSTAT, [
      ...thermostat(1, [0, 1, 11, 15, 31], { 1: 18.5, 11: 16 }),
      ...levels(8),
      ...celsius(19.5),
      ...battery(70)
    ]),
    product('CT100 Plus', 'Z-Wave Thermostat', THERMOSTAT, [
      ...at(1, fahrenheit(72)),
      ...at(1, measured(5, 'Humidity', 30, '%')),
      ...at(1, thermostat(1, [0, 1, 2, 3], { 1: 72, 2: 73 }, '°F')),
      ...battery(100)
    ]),
    product('Heatit Z-TRM3', 'Floor thermostat', THERMOSTAT, [
      ...at(1, thermostat(1, [0, 1], { 1: 8 })),
      ...at(2, celsius(22.5)),
      ...at(3, celsius(0)),
      ...at(4, celsius(15.3))
    ]),
    product('HE-HT01', 'Heating Thermostat', THERMOSTAT, [
      ...thermostat(11, [0, 1, 11], { 1: 22, 11: 18, 13: 15 }),
      ...celsius(20.5)
    ])
  ],
  'smoke, gas and water': [
    product('ZCOMBO', 'ZCombo-G Smoke/CO Alarm', SENSOR, [
      ...smoke,
      ...told(1, 'Smoke Alarm', 'Alarm status', { 3: 'Smoke alarm test', 6: 'Alarm silenced' }),
      ...co,
      ...told(2, 'CO Alarm', 'Maintenance status', { 5: 'Replacement required, End-of-life' }, 5),
      ...told(2, 'CO Alarm', 'Alarm status', { 6: 'Alarm silenced' }),
      ...hardware,
      ...battery(92)
    ]),
    product('FGSD002', 'Smoke Sensor', SENSOR, [...smoke, ...heat, ...cover, ...celsius(21), ...battery(60)]),
    product('ZSE42', 'XS Water Leak Sensor', SENSOR, [...leak, ...battery(60)]),
    product('004001', 'Smoke Detector and Siren', SENSOR, [...smoke, ...relay(false), ...battery(60)])
  ],
  'contacts and motion': [
    product(
      'ZW100',
      'Multisensor 6',
      [33, 1],
      [
        ...sensed(255, 'Any'),
        ...motion,
        ...cover,
        ...celsius(9),
        ...measured(3, 'Illuminance', 0, 'Lux'),
        ...measured(5, 'Humidity', 65, '%'),
        ...battery(100)
      ]
    ),
    product('38957 / ZW6305', 'Slim Door+Window Sensor, 500S', SENSOR, [...door, ...cover, ...battery(100)]),
    product('HM-DW001', 'Door/Window Contact', SENSOR, [...sensed(10, 'Door/Window', true), ...battery(100)])
  ],
  'plugs and switches': [
    product('LZW30-SN', 'Red Series On/Off Switch', SWITCH, [...relay(), ...meter(26.75, 0)]),
    product('12720 / ZW4201', 'Plug-In Outdoor Switch, 300S', SWITCH, relay())
  ],
  'keypads and remotes': [
    product(
      '4AK1S7-0EN0',
      'Alarm Keypad (1st generation)',
      [64, 11],
      [
        ...motion,
        ...told(8, 'Power Management', 'Power status', { 1: 'Power has been applied' }),
        ...told(8, 'Power Management', 'Battery load status', { 12: 'Battery is charging' }),
        ...told(8, 'Power Management', 'Mains status', {
          2: 'AC mains disconnected',
          3: 'AC mains re-connected'
        }),
        ...software,
        ...battery(41)
      ]
    ),
    product(
      'ZW130',
      'WallMote Quad',
      [24, 1],
      [
        ...told(8, 'Power Management', 'Battery load status', { 12: 'Battery is charging' }),
        ...told(8, 'Power Management', 'Battery level status', { 14: 'Charge battery soon' }),
        ...battery(100)
      ]
    )
  ],
  'not ready': [product('', '', SENSOR, [], { isReady: false })]
};
