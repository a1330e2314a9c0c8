import { Emitter } from '#shared/emitter';

/** Chromium's event that offers an install [not in any standard]. */
interface PromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's own question whether the app should be installed, held back so that ours may come first. */
export interface InstallPrompt {
  /** Whether the browser would ask. */
  isReady(): boolean;
  /** Calls the listener when that changes; returns its removal. */
  subscribe(listener: () => void): () => void;
  /** Lets the browser ask, once; whether the answer was yes. */
  ask(): Promise<boolean>;
}

/** Holds the browser's question back from now on: it comes soon after the page, before anything that is loaded later. */
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
