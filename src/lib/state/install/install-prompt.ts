import { Emitter } from '#shared/emitter';

/** Chromium's `beforeinstallprompt` event [not in any standard]. */
interface PromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's install prompt. It is deferred, so that the app can show its own notice first. */
export interface InstallPrompt {
  /** Whether the browser can show its prompt. */
  isReady(): boolean;
  /** Calls the listener when `isReady` may have changed; returns a function that removes it. */
  subscribe(listener: () => void): () => void;
  /** Shows the browser's prompt once; resolves to whether the user accepted. */
  ask(): Promise<boolean>;
}

/**
 * Defers the browser's install prompt from now on. Call it early: the event follows soon after the page load, before
 * lazy code is loaded.
 */
export function holdInstallPrompt(): InstallPrompt {
  const changes = new Emitter<void>();
  let held: PromptEvent | null = null;
  const hold = (event: PromptEvent | null) => {
    held = event;
    changes.emit();
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (isPrompt(event)) hold(event);
  });
  addEventListener('appinstalled', () => hold(null));
  return {
    isReady: () => held !== null,
    subscribe: (listener) => changes.subscribe(listener),
    async ask() {
      const event = held;
      hold(null);
      return (await event?.prompt())?.outcome === 'accepted';
    }
  };
}

const isPrompt = (event: Event): event is PromptEvent => 'prompt' in event;
