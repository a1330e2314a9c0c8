import { beforeAll } from 'vitest';
import { cachedRecordsCode } from '../../src/lib/state/home/local-cache.svelte';
import { linkCode } from '../../src/lib/state/connection/lazy-link.svelte';
import { proxyCode } from '../../src/lib/state/connection/proxy-client';
import { i18n } from '../../src/lib/i18n/i18n.svelte';

// The i18n is shared by all files of a worker: each file starts in English, whatever the one before chose.
beforeAll(() => i18n.choose('en'));

// What a page fetches once it has painted is here at once: when that comes is the tests' matter that name it.
beforeAll(() => Promise.all([cachedRecordsCode.load(), linkCode.load(), proxyCode.load()]));
