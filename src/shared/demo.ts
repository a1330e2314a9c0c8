/** The MAC of the demo home's virtual controller. `npm run virtual` uses another one, since both can run side by side. */
export const DEMO_MAC = '02:4d:61:6e:74:00';

/** The id of the demo home. It does not belong to the household: a screen that is signed in to it manages nothing. */
export const DEMO_CONTROLLER_ID = '024d616e7400';
