/** A kind of vibration: a choice, a toggle or a failure. */
export type Feeling = 'choice' | 'toggle' | 'failure';

const patterns: Readonly<Record<Feeling, number | number[]>> = {
  choice: 20,
  toggle: 50,
  failure: [200, 100, 200]
};

/** The vibration of this device. It does nothing if the device cannot vibrate or the user has switched it off. */
export const vibration = {
  isWanted: true,
  /** Vibrates once, if the browser supports and allows it. */
  feel(feeling: Feeling): void {
    if (this.isWanted && 'vibrate' in navigator) navigator.vibrate(patterns[feeling]);
  }
};
