import { beforeAll } from 'vitest';
import { cachedRecordsCode } from '../../src/lib/state/home/local-cache.svelte';
import { linkCode } from '../../src/lib/state/connection/lazy-link.svelte';
import { proxyCode } from '../../src/lib/state/connection/proxy-client';
import { i18n } from '../../src/lib/i18n/i18n.svelte';

// Pages load all messages before they show a component; here nothing else does.
beforeAll(() => i18n.loadAll());

// What a page fetches once it has painted is here at once.
beforeAll(() => Promise.all([cachedRecordsCode.load(), linkCode.load(), proxyCode.load()]));
