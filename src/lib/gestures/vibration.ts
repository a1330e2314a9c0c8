/** What is felt: a choice made, something switched, something failed. */
export type Feeling = 'choice' | 'toggle' | 'failure';

const patterns: Readonly<Record<Feeling, number | number[]>> = {
  choice: 20,
  toggle: 50,
  failure: [200, 100, 200]
};

/** The vibration of this screen: where there is any, and while the user wants it. */
export const vibration = {
  isWanted: true,
  /** Lets a finger feel it. Engines without vibration, and those that refuse it, stay still. */
  feel(feeling: Feeling): void {
    if (this.isWanted && 'vibrate' in navigator) navigator.vibrate(patterns[feeling]);
  }
};
