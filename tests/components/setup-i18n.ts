import { beforeAll } from 'vitest';
import { i18n } from '../../src/lib/i18n/i18n.svelte';
import { connectionCode } from '../../src/lib/state/connection/link.svelte';
import { cachedRecordsCode } from '../../src/lib/state/home/local-cache.svelte';
import { proxyCode } from '../../src/lib/state/proxy/proxy-client';

// Pages load all messages before they show a component. Here the setup does.
beforeAll(() => i18n.loadAll());

// Lazy messages load at once.
beforeAll(() => Promise.all([cachedRecordsCode.load(), connectionCode.load(), proxyCode.load()]));
