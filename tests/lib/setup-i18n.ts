import { beforeAll } from 'vitest';
import { i18n } from '../../src/lib/i18n/i18n.svelte';
import { connectionCode } from '../../src/lib/state/connection/link.svelte';
import { cachedRecordsCode } from '../../src/lib/state/home/local-cache.svelte';
import { proxyCode } from '../../src/lib/state/proxy/proxy-client';

// All files of a worker share i18n, so each file starts in English without a region, and with all messages: no file's result may
// depend on which files ran before it.
beforeAll(async () => {
  i18n.preferred = [];
  i18n.hourStyle = 'region';
  await Promise.all([i18n.choose('en'), i18n.loadAll()]);
});

// Loads lazy messages at once. Tests of their loading use modules of their own.
beforeAll(() => Promise.all([cachedRecordsCode.load(), connectionCode.load(), proxyCode.load()]));
