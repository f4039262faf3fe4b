import type { TracedValue } from '@sluice/settings';

/** Hooks of a single agent, active while it runs, such as those in its definition. They survive a settings reload. */
export class ScopedHooks {
  readonly #ofAgents = new Map<string, Set<readonly TracedValue[]>>();

  get isEmpty(): boolean {
    return this.#ofAgents.size === 0;
  }

  /** @param values as in the settings under `hooks`; the returned function removes them */
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
