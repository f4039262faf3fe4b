import { randomUUID } from 'node:crypto';
import type { PermissionMode, ThinkingEffort } from '@sluice/core';

/** An agent that hooks may apply to. */
export interface AgentScope {
  readonly agentId: string;
  readonly permissionMode: () => PermissionMode;
  /** How much its model thinks. Undefined: as it does by itself. */
  readonly effort?: ThinkingEffort | undefined;
}

/** What hooks read of the agents of a session. */
export class HookFacts {
  readonly #mode: () => PermissionMode;
  /** All agents except the main one. */
  readonly #scopes = new Map<string, AgentScope>();
  #effort: () => ThinkingEffort | undefined = () => undefined;
  #promptId: string | undefined;

  /** @param mode the main agent's */
  constructor(mode: () => PermissionMode) {
    this.#mode = mode;
  }

  readonly permissionMode = (agentId: string | undefined): PermissionMode =>
    this.#scope(agentId)?.permissionMode() ?? this.#mode();

  readonly effort = (agentId: string | undefined): ThinkingEffort | undefined =>
    agentId === undefined ? this.#effort() : this.#scope(agentId)?.effort;

  readonly promptId = (): string | undefined => this.#promptId;

  /** A prompt of the user begins: what follows has its id. */
  readonly promptBegan = (): void => {
    this.#promptId = randomUUID();
  };

  /** How much the main agent's model thinks. */
  readonly connectEffort = (effort: () => ThinkingEffort | undefined): void => {
    this.#effort = effort;
  };

  /** Returns what removes it again. */
  add(scope: AgentScope): () => void {
    this.#scopes.set(scope.agentId, scope);
    return () => {
      if (this.#scopes.get(scope.agentId) === scope) this.#scopes.delete(scope.agentId);
    };
  }

  #scope(agentId: string | undefined): AgentScope | undefined {
    return agentId === undefined ? undefined : this.#scopes.get(agentId);
  }
}
