import type { Finding } from './figures';

/** A shorter run cannot tell a warm-up from a leak. */
export const MIN_MEMORY_MINUTES = 5;

/** What a run says of memory: nothing where it is too short. Heaps are in MB. */
export function memoryFindings(
  minutes: number,
  found: { readonly ofProgram: readonly Finding[]; readonly heapEarly: number; readonly heapLate: number }
): readonly Finding[] {
  if (minutes < MIN_MEMORY_MINUTES) return [];
  const { ofProgram, heapEarly, heapLate } = found;
  return [
    ...ofProgram,
    { of: 'The tab’s heap after the warm-up', found: heapEarly, unit: 'MB' },
    { of: 'The tab’s heap has grown by', found: heapLate - heapEarly, most: 10, unit: 'MB' }
  ];
}
