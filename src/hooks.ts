import type { Reroute } from '@sveltejs/kit';
import { pageOf } from '$lib/state/path-of';

/** An address may name its home. It has the same pages as without. */
export const reroute: Reroute = ({ url }) => pageOf(url.pathname);
