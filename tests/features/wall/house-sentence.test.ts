import { expect, it } from 'vitest';
import { houseSentence, type HouseState } from '../../../src/features/wall/house-sentence';
import { WallView } from '../../../src/features/wall/wall-view.svelte';
import { i18n } from '../../../src/lib/i18n/i18n.svelte';
import { createApp } from '../../../src/lib/state/app.svelte';
import { aHome } from '../../lib/state/test-home';
import { createTestEnvironment } from '../../lib/state/test-environment';
import { generateHome } from './generated-home';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOMES = 50;

const calm: HouseState = {
  alarms: [],
  openings: [],
  lights: [],
  hasKnownOpenings: true,
  hasLights: true
};

async function describeHome(language: 'en' | 'uk', seed: number): Promise<string> {
  await i18n.choose(language);
  const app = createApp(createTestEnvironment().environment);
  app.home.replace(aHome(generateHome(seed, language, NOW)), 'e.1', NOW);
  return new WallView(app, { now: NOW }).sentence;
}

it('the sentence of the house says for fifty homes in both languages what the golden file says', async () => {
  const lines: string[] = [];
  for (let seed = 1; seed <= HOMES; seed += 1)
    for (const language of ['en', 'uk'] as const)
      lines.push(`${seed} ${language}: ${await describeHome(language, seed)}`);
  await i18n.choose('en');
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('house-sentences.txt');
});

it.each([
  [{}, 'Everything is closed and all lights are off.', 'Усе зачинено, світло вимкнено.'],
  [{ hasLights: false }, 'Everything is closed.', 'Усе зачинено.'],
  [{ hasKnownOpenings: false }, 'All lights are off.', 'Усе світло вимкнено.'],
  [{ hasKnownOpenings: false, hasLights: false }, '', ''],
  [
    { lights: [{ room: 'Кухня', count: 2 }], openings: [{ name: 'Двері', openForMs: 3 * 3_600_000 }] },
    'Двері open for 3 hours; 2 lights on in Кухня.',
    'Двері: відчинено вже 3 години; Кухня: увімкнено 2 світильники.'
  ],
  [{ openings: [{ name: 'door', openForMs: 59_999 }] }, 'Door open.', 'Door: відчинено.'],
  [
    { openings: [1, 2, 3, 4].map((n) => ({ name: `Door ${n}`, openForMs: undefined })) },
    '4 doors and windows open.',
    'Відчинено 4 дверей і вікон.'
  ]
] as const)('the sentence of the house of %j is %j and %j', async (state, en, uk) => {
  expect(houseSentence({ ...calm, ...state })).toBe(en);
  await i18n.choose('uk');
  expect(houseSentence({ ...calm, ...state })).toBe(uk);
  await i18n.choose('en');
});

it.each([
  [1, '1 годину'],
  [2, '2 години'],
  [5, '5 годин'],
  [21, '21 годину'],
  [22, '22 години']
])('the sentence of the house has the right plural form for %i hours', async (hours, span) => {
  await i18n.choose('uk');
  const openings = [{ name: 'Вікно', openForMs: hours * 3_600_000 }];
  expect(houseSentence({ ...calm, openings })).toBe(`Вікно: відчинено вже ${span}.`);
  await i18n.choose('en');
});
