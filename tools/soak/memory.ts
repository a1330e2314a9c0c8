import { atMost, reported, type Finding } from '../support/figures';

/** In a shorter run, a warm-up looks like a leak. */
export const MIN_MEMORY_MINUTES = 5;

/** Memory findings of a run; empty if the run is too short. Heaps are in MB. */
export function memoryFindings(
  minutes: number,
  found: { readonly ofProgram: readonly Finding[]; readonly heapEarly: number; readonly heapLate: number }
): readonly Finding[] {
  if (minutes < MIN_MEMORY_MINUTES) return [];
  const { ofProgram, heapEarly, heapLate } = found;
  return [
    ...ofProgram,
    reported('Heap of the tab after the warm-up', heapEarly, 'MB'),
    atMost(10, 'Growth of the tab’s heap', heapLate - heapEarly, 'MB')
  ];
}
