import type { TracedValue } from '@sluice/settings';

/** Hooks that hold for one agent as long as it runs, such as those of its definition. They outlive a change of the settings. */
export class ScopedHooks {
  readonly #ofAgents = new Map<string, Set<readonly TracedValue[]>>();

  get isEmpty(): boolean {
    return this.#ofAgents.size === 0;
  }

  /** @param values as the settings have them under `hooks`; the returned function takes them away again */
  register(agentId: string, values: readonly TracedValue[]): () => void {
    const own = this.#ofAgents.get(agentId) ?? new Set();
    own.add(values);
    this.#ofAgents.set(agentId, own);
    return () => {
      own.delete(values);
      if (own.size === 0 && this.#ofAgents.get(agentId) === own) this.#ofAgents.delete(agentId);
    };
  }

  of(agentId: string | undefined): readonly (readonly TracedValue[])[] {
    return agentId === undefined ? [] : [...(this.#ofAgents.get(agentId) ?? [])];
  }
}
