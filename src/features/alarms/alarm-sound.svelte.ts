import { every, type Clock } from '#shared/clock';

/** Three tones: their heights in Hz, how long each lasts and when the next ones begin, in s. */
const TONES_HZ = [880, 1175, 880];
const TONE_S = 0.45;
const PERIOD_MS = 3000;
/** Of 1. A square wave of this height is loud, and not yet distorted. */
const LOUDNESS = 0.6;

/** The sound of alarms on a wall tablet. A browser may play nothing before the first touch. */
export class AlarmSound {
  readonly #audio: AudioContext;
  readonly #clock: Clock;
  #plays = $state.raw(false);

  constructor(audio: AudioContext, clock: Clock) {
    this.#audio = audio;
    this.#clock = clock;
    this.#plays = audio.state === 'running';
  }

  /** Whether the browser lets it play. Reactive. */
  get plays(): boolean {
    return this.#plays;
  }

  /** Follows whether it may play, which a touch allows; returns a function that ends the sound. */
  start(): () => void {
    const audio = this.#audio;
    const resume = () => void audio.resume().catch(() => undefined);
    audio.onstatechange = () => (this.#plays = audio.state === 'running');
    addEventListener('pointerup', resume, { capture: true });
    return () => {
      removeEventListener('pointerup', resume, { capture: true });
      void audio.close();
    };
  }

  /** Sounds three tones every 3 s; returns a function that ends that at once. */
  ring(): () => void {
    const volume = this.#audio.createGain();
    volume.gain.value = LOUDNESS;
    volume.connect(this.#audio.destination);
    const sound = () => {
      for (const [index, hertz] of TONES_HZ.entries()) {
        const tone = this.#audio.createOscillator();
        tone.type = 'square';
        tone.frequency.value = hertz;
        tone.connect(volume);
        tone.start(this.#audio.currentTime + index * TONE_S);
        tone.stop(this.#audio.currentTime + (index + 0.8) * TONE_S);
      }
    };
    sound();
    const stop = every(this.#clock, PERIOD_MS, sound);
    return () => {
      stop();
      volume.disconnect();
    };
  }
}
