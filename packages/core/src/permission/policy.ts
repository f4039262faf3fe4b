import type { AnyTool } from '../tool/tool.ts';
import type { Claims } from '../tool/claims.ts';
import type { PermissionContext } from './context.ts';
import type { DenialSource } from '../call/outcome.ts';

/** What a policy decides on: the pure part of a call. */
export interface PermissionQuery {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly isReadOnly: boolean;
  /** As the tool declares them, relative paths and all; undefined when it declares none. */
  readonly claims: Claims | undefined;
  readonly cwd: string;
}

export type PermissionDecision =
  | {
      readonly behavior: 'allow';
      readonly by: 'rule' | 'mode' | 'read-only' | 'hook' | 'tool' | 'person';
      readonly reason: string;
    }
  | {
      readonly behavior: 'ask';
      /** `default`: nothing decided, so that a hook may allow it. What a rule, a floor or the tool demands is asked of a person. */
      readonly by: 'default' | 'rule' | 'safety' | 'tool' | 'hook';
      readonly reason: string;
      /** What would allow it, for the refusal when nobody can be asked. */
      readonly remedy: string;
    }
  | { readonly behavior: 'deny'; readonly by: DenialSource; readonly reason: string };

/** Decides from one snapshot, at once, with no effects: the same query and snapshot give the same decision. */
export interface PermissionPolicy {
  decide(query: PermissionQuery, snapshot: PermissionContext): PermissionDecision;
}
