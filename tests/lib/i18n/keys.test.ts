import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONDITIONS } from '#shared/conditions';
import { ERROR_STATUS } from '#shared/error-codes';
import { FAN_SPEEDS } from '#shared/fan';
import { endReasonSchema } from '#shared/household';
import { COLOR_COMPONENTS } from '#shared/interfaces/switch-color';
import { GROUPS } from '#shared/kinds';
import { WAYS } from '#shared/messages';
import { THERMOSTAT_FAN_MODES, THERMOSTAT_MODES } from '#shared/thermostat-modes';
import { MISS_REASONS } from '#shared/timers';
import { OFFERS } from '$features/scenes/scene-calls';
import { SCENE_ICONS } from '$features/scenes/scene-icons';
import { COLOUR_SWATCHES, WHITE_SWATCHES } from '$lib/components/swatches';
import { t } from '$lib/i18n/i18n.svelte';
import type { MessagesFor } from '$lib/i18n/keys';
import { first as en } from '$lib/i18n/messages/en';
import { lazy } from '$lib/i18n/messages/lazy/en';
import { deviceIconChoices, roomIconChoices } from '$lib/kinds/icon-choices';
import { PICTURE_NAMES } from '$lib/kinds/room-pictures';
import { LISTS } from '$lib/kinds/room-summary';
import { SPAN_NAMES } from '../../../src/features/sheets/history-span';
import { UNTIL_CHOICES } from '../../../src/routes/(app)/settings/until';
import { keysOf, namedKeys, unusedKeys } from './named-keys';

const keys = Object.keys({ ...en, ...lazy });

const folder = join(import.meta.dirname, '../../../src');
/** The messages themselves use no key. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.startsWith('lib/i18n/messages/'))
  .map((path) => readFileSync(join(folder, path), 'utf8'));

/** What timers do: see `TimedAction`. */
const TIMED = ['off', 'on', 'open', 'close', 'other'];
const SHUTTERS = ['shutters-open', 'shutters-close'];
/** What asks by itself: see `SensitiveKind`. */
const GUARDED = ['entrance', 'siren', 'valve'];
/** The codes of bulk actions that are named by their place. */
const PLACED = ['lights-off', 'lights-on', ...SHUTTERS, 'shutters-stop'];

/** What the parts of keys can be that are known only at run time. */
const values = {
  'alarm.*': ['motion', 'door', 'window', 'tripped'],
  'attention.*': ['batteries', 'silent', 'loads'],
  'attention.box.*': ['disk', 'certificate', 'backup', 'record'],
  'bulkAction.askInHome.*': SHUTTERS,
  'bulkAction.askInRoom.*': SHUTTERS,
  'bulkAction.askOnFloor.*': SHUTTERS,
  'bulkAction.done.*': PLACED,
  'bulkAction.part.*': [...PLACED, 'undo', 'other'],
  'cameIn.*': ['password', 'setup-code', 'backup', 'account'],
  'colour.*': [...COLOR_COMPONENTS, ...[...COLOUR_SWATCHES, ...WHITE_SWATCHES].map(({ name }) => name)],
  'condition.*': CONDITIONS,
  'ended.*': endReasonSchema.options,
  'error.*': [...Object.keys(ERROR_STATUS), 'offline', 'unknown'],
  'history.span.*': SPAN_NAMES,
  'icon.*': [...deviceIconChoices(), ...roomIconChoices()].map(({ name }) => name),
  'install.shell.*': ['unknown', 'kept', 'absent', 'refused'],
  'layout.from.*': ['temperature', 'humidity', 'light'],
  'messages.*': [...WAYS, 'told', 'failed', 'silent', 'untried'],
  'messages.*Hint': WAYS,
  'messages.limit.*': [
    'leaves',
    'internet',
    'silent',
    'share',
    'certificate',
    'box',
    'certified',
    'refused',
    'absent',
    'blocked'
  ],
  'fan.*': FAN_SPEEDS.map(({ name }) => name),
  'mode.*': [...THERMOSTAT_MODES, ...THERMOSTAT_FAN_MODES].map(({ name }) => name),
  'now.*': [...LISTS, 'attention'],
  'now.none.*': [...LISTS, 'attention'],
  'picture.*': PICTURE_NAMES,
  'place.*': PLACED,
  'rights.until.*': UNTIL_CHOICES,
  'sensitive.ask.*': GUARDED,
  'sensitive.confirm.*': GUARDED,
  'sensitive.does.*': ['siren', 'valve'],
  'sensitive.hint.*': GUARDED,
  'sensitive.may.*': ['siren', 'valve'],
  'happened.only.*': ['doors', 'us'],
  'happened.timed.*': TIMED,
  'happened.timer.*': ['set', 'cancelled', 'void', 'missed'],
  'happened.way.*': ['phone', 'wall'],
  'scene.add.*': ['room', 'device'],
  'scene.icon.*': SCENE_ICONS.map(([name]) => name),
  'scene.leftOutWhy.*': [...GUARDED, 'show', 'light', 'overheated', 'overloaded'],
  'scene.offer.*': OFFERS,
  'state.*': ['Idle', 'Heating', 'Cooling'],
  'timer.in.*': TIMED,
  'timer.is.*': ['on', 'off', 'open', 'closed', 'silent', 'unknown', 'other'],
  'timer.later.*': ['off', 'on', 'open', 'close'],
  'timer.missed.*': TIMED,
  'timer.now.*': TIMED,
  'timer.trouble.*': ['unreachable', 'signed-out'],
  'timer.was.*': TIMED,
  'timer.why.*': MISS_REASONS,
  'touch.ask.*': TIMED,
  'value.*': ['sending', 'moving', 'waiting', 'unconfirmed', 'failed'],
  'wall.*': ['nightFrom', 'nightTo'],
  'wall.lock.*': ['waiting', 'held', 'refused', 'absent'],
  'room.*': [...GROUPS, ...SHUTTERS, 'shutters-stop']
};

it('every message key is used in the app', () => {
  expect(unusedKeys(keys, sources, values)).toEqual([]);
});

it('every key that is put together at run time has its values listed here, and a message for each', () => {
  expect([...namedKeys(sources).patterns].sort()).toEqual(Object.keys(values).sort());
  for (const [pattern, parts] of Object.entries(values))
    expect(keys).toEqual(expect.arrayContaining([...keysOf(pattern, parts)]));
});

it('a key that no message has, and a language that lacks a key, are type errors', () => {
  // @ts-expect-error No message has this key.
  expect(t('home.noSuchKey')).toBe('');
  // @ts-expect-error The key `app.back` is missing.
  const incomplete: MessagesFor<'app.name' | 'app.back'> = { 'app.name': 'Mantel' };
  expect(Object.keys(incomplete)).toEqual(['app.name']);
});
