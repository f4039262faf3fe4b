import type { AgentEvent } from '@sluice/agent';

/** So many are remembered before it begins anew: a hook may name the time in each of its failures. */
const MAX_TOLD = 1000;

/** Hooks of calls that failed, for the user: each hook and cause once, whichever agent's call it was. */
export class HookFailures {
  readonly #told = new Set<string>();

  /** What failed and how to fix it, in one sentence. Undefined: the event is no such failure, or it was told before. */
  take(event: AgentEvent): string | undefined {
    if (event.type !== 'engine' || event.event.type !== 'notice') return undefined;
    const { code, message } = event.event;
    if (code !== 'hook-failed' || this.#told.has(message)) return undefined;
    if (this.#told.size === MAX_TOLD) this.#told.clear();
    this.#told.add(message);
    return message;
  }
}
