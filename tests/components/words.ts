import { beforeAll } from 'vitest';
import { vocabulary } from '../../src/lib/i18n/i18n.svelte';

// Pages bring all their words along before they show a component; here nobody else does.
beforeAll(() => vocabulary.complete());
