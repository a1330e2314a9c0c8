/** What endangers life or the house: `HAZARDS` says how it is recognised. Schemas need no more than the names. */
export const HAZARD_NAMES = ['smoke', 'co2', 'co', 'gas', 'heat', 'leak'] as const;
export type Hazard = (typeof HAZARD_NAMES)[number];
