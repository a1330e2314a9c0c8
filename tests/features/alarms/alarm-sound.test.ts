import { expect, test, vi } from 'vitest';
import { AlarmSound } from '../../../src/features/alarms/alarm-sound.svelte';
import { FakeClock } from '../../support/fake-clock';

/** A browser's audio that plays nothing before a touch. */
function someAudio() {
  const starts: number[] = [];
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
  const node = { gain: {}, frequency: {}, connect: vi.fn(), disconnect: vi.fn(), stop: vi.fn() };
  const audio = {
    state: 'suspended',
    currentTime: 1,
    destination: {},
    close: vi.fn(),
    onstatechange: () => undefined,
    createGain: () => node,
    createOscillator: () => ({ ...node, start: (at: number) => starts.push(at) }),
    resume: async () => {
      audio.state = 'running';
      audio.onstatechange();
    }
  };
  return { audio: audio as unknown as AudioContext, starts, target, node };
}

test('rings three tones every 3 s, and ends at once', async () => {
  const { audio, starts, node } = someAudio();
  const clock = new FakeClock();
  const stop = new AlarmSound(audio, clock).ring();
  expect(starts).toEqual([1, 1.45, 1.9]);
  await clock.advance(6500);
  expect(starts).toHaveLength(9);
  stop();
  expect(node.disconnect).toHaveBeenCalledOnce();
  await clock.advance(10_000);
  expect(starts).toHaveLength(9);
});

test('may play from the first touch on, where a browser asks for one', () => {
  const { audio, target } = someAudio();
  const sound = new AlarmSound(audio, new FakeClock());
  const stop = sound.start();
  expect(sound.plays).toBe(false);
  target.dispatchEvent(new Event('pointerup'));
  expect(sound.plays).toBe(true);
  stop();
  expect(audio.close).toHaveBeenCalledOnce();
});
