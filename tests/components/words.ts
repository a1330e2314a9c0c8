import { beforeAll } from 'vitest';
import { vocabulary } from '../../src/lib/words/words.svelte';

// Pages bring all their words along before they show a component; here nobody else does.
beforeAll(() => vocabulary.complete());
