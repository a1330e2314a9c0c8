/** The MAC of the demo home's virtual controller: not that of `npm run virtual`, for the two may run side by side. */
export const DEMO_MAC = '02:4d:61:6e:74:00';

/** The demo home's id. It is not of the household: whoever is signed in to it manages nothing. */
export const DEMO_CONTROLLER_ID = '024d616e7400';
