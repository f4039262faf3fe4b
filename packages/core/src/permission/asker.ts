import type { ContentBlock } from '../tool/content.ts';
import type { JsonObject } from '../tool/json.ts';

/** What a person or a leading agent is asked. */
export interface PermissionRequest {
  readonly requestId: string;
  readonly callId: string;
  readonly toolName: string;
  /** As decided: the input that would run. */
  readonly input: unknown;
  readonly summary: string;
  readonly reason: string;
  readonly suggestedRules: readonly string[];
  readonly risk: 'low' | 'medium' | 'high';
  readonly agentChain: readonly string[];
}

export type PermissionAnswer =
  | { readonly behavior: 'allow'; readonly updatedInput?: JsonObject }
  | {
      readonly behavior: 'deny';
      /** Without feedback, declining ends the turn: waiting siblings are cancelled. */
      readonly feedback?: string | readonly ContentBlock[];
      readonly endsTurn?: boolean;
    };

/** The queue of open asks: any front end implements it. The first answer counts; later ones are ignored. */
export interface Asker {
  push(request: PermissionRequest, answer: (answer: PermissionAnswer) => void): void;
  /** The ask was settled elsewhere or withdrawn. */
  remove(requestId: string): void;
  update(request: PermissionRequest): void;
}
