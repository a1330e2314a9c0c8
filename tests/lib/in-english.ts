import { beforeAll } from 'vitest';
import { vocabulary } from '../../src/lib/i18n/i18n.svelte';

// One vocabulary for the page, and here for all files of a worker: whatever the file before this one chose, it begins in English.
beforeAll(() => vocabulary.choose('en'));
