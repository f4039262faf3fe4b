import type { AgentEvent } from '@sluice/agent';
import type { HookDispatcher } from '@sluice/hooks';

export interface MessageDisplayOptions {
  readonly dispatcher: () => HookDispatcher | undefined;
  readonly cwd: () => string;
}

/**
 * Lets MessageDisplay hooks change what the screen shows of the model's text, line by line. What they have not seen yet is held back. The
 * conversation keeps the model's own words.
 */
export class MessageDisplay {
  readonly #options: MessageDisplayOptions;
  #turns = 0;
  #messages = 0;
  #index = 0;
  /** The beginning of a line. */
  #held = '';

  constructor(options: MessageDisplayOptions) {
    this.#options = options;
  }

  /** A prompt begins. */
  begin(): void {
    this.#turns += 1;
  }

  /** The events to show in the place of this one. */
  async shown(event: AgentEvent): Promise<readonly AgentEvent[]> {
    if (event.type !== 'model') return [event];
    const given = event.event;
    switch (given.type) {
      case 'message-start':
        this.#messages += 1;
        this.#index = 0;
        this.#held = '';
        return [event];
      case 'block-delta': {
        if (given.delta.type !== 'text' || !this.#hasHooks) return [event];
        this.#held += given.delta.text;
        const end = this.#held.lastIndexOf('\n') + 1;
        if (end === 0) return [];
        const lines = this.#held.slice(0, end);
        this.#held = this.#held.slice(end);
        const text = await this.#ask(lines, false);
        return [{ ...event, event: { ...given, delta: { type: 'text', text } } }];
      }
      case 'block-stop':
      case 'block-cut': {
        if (given.block.type !== 'text' || this.#held === '') return [event];
        const rest = this.#held;
        this.#held = '';
        const text = await this.#ask(rest, true);
        const delta = { type: 'block-delta', index: given.index, delta: { type: 'text', text } } as const;
        return [{ ...event, event: delta }, event];
      }
      default:
        return [event];
    }
  }

  get #hasHooks(): boolean {
    return this.#options.dispatcher()?.has('MessageDisplay') === true;
  }

  async #ask(delta: string, isFinal: boolean): Promise<string> {
    const hooks = this.#options.dispatcher();
    if (hooks === undefined) return delta;
    const fields = {
      turn_id: String(this.#turns),
      message_id: String(this.#messages),
      index: this.#index++,
      final: isFinal,
      delta,
    };
    const { displayContent } = await hooks.fire('MessageDisplay', fields, { cwd: this.#options.cwd() });
    if (displayContent === undefined) return delta;
    return delta.endsWith('\n') && !displayContent.endsWith('\n') ? `${displayContent}\n` : displayContent;
  }
}
