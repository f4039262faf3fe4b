import { notification } from './notification.ts';
import type { TerminalSettings } from '../start/terminal-settings.ts';

export interface NotifierOptions {
  readonly settings: Pick<TerminalSettings, 'notify' | 'notifyAfterMs'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Sends a sequence that draws nothing. */
  readonly send: (sequence: string) => void;
}

/** Tells a person who looks elsewhere that something waits: once for each time it begins to wait, and after some time without a key. */
export class Notifier {
  readonly #options: NotifierOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: NotifierOptions) {
    this.#options = options;
  }

  /** Something waits for the person from now on. */
  waits(text: string): void {
    this.stop();
    const { settings, env, send } = this.#options;
    const { notify, notifyAfterMs } = settings;
    if (notify === 'off') return;
    this.#timer = setTimeout(() => send(notification(text, notify, env)), notifyAfterMs);
    this.#timer.unref();
  }

  /** The person is there, or nothing waits any longer. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
