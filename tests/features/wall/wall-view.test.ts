import { expect, it } from 'vitest';
import { WallView } from '../../../src/features/wall/wall-view.svelte';
import { i18n } from '../../../src/lib/i18n/i18n.svelte';
import { aHome } from '../../lib/state/test-home';
import { anOpenHome } from '../../lib/state/test-screen';
import { generateHome } from './generated-home';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOMES = 50;

async function describeHome(language: 'en' | 'uk', seed: number): Promise<string> {
  await i18n.choose(language);
  const opened = anOpenHome();
  opened.state.replace(aHome(generateHome(seed, language, NOW)), 'e.1', NOW);
  return new WallView(opened, { now: NOW }).sentence;
}

it('the sentence of the house says for fifty homes in both languages what the golden file says', async () => {
  const lines: string[] = [];
  for (let seed = 1; seed <= HOMES; seed += 1)
    for (const language of ['en', 'uk'] as const)
      lines.push(`${seed} ${language}: ${await describeHome(language, seed)}`);
  await i18n.choose('en');
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('house-sentences.txt');
});
